package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// prefix starts the name of every environment variable.
const prefix = "PETCARE_"

// secretSettings can also be set by NAME_FILE, the path of a file with the value. Containers mount secrets as files, and unlike
// environment variables, files do not appear in a dump of the environment.
var secretSettings = []string{"DATABASE_URL", "JWT_KEYS", "SEAL_KEYS", "FILES_S3_SECRET_KEY", "OIDC_CLIENT_SECRET"}

// Load reads the settings. file is the path of a YAML file, or ""; environ has the form of os.Environ; flags maps names such as
// "WEBHOOKS_MAX_RETRIES" to their values; sections are the settings of modules. The error joins all faults.
func Load(file string, environ []string, flags map[string]string, sections ...Section) (Config, error) {
	values, inFile, faults := collect(file, environ, flags, Names(sections...))
	c, wrong := read("", values, Config.check)
	if address, given := values[prefix+"METRICS_ADDRESS"]; given && address == "" {
		c.MetricsAddress = "" // off; for all other settings, empty means the default
	}
	c.sections = map[reflect.Type]any{}
	for _, s := range sections {
		of, more := s.read(values)
		c.sections[s.settings] = of
		maps.Copy(wrong, more)
	}
	nameOf := func(setting string) string {
		if inFile[setting] {
			return file + ": " + strings.ToLower(setting)
		}
		return prefix + setting
	}
	for _, name := range slices.Sorted(maps.Keys(wrong)) {
		faults = append(faults, fmt.Errorf("%s: %s", nameOf(name), wrong[name]))
	}
	if c.DatabaseURL != "" {
		c.databaseURLName = nameOf("DATABASE_URL")
	}
	if c.DataDir == "" {
		c.DataDir = defaultDataDir()
	}
	return c, errors.Join(faults...)
}

// collect reads the settings of all sources: flags win over the environment, and that over the file. inFile are those of the file
// that no other source has. The names in values have the prefix.
func collect(file string, environ []string, flags map[string]string, known []string) (values map[string]string, inFile map[string]bool,
	faults []error) {
	fromFile, faults := readFile(file, known)
	fromEnvironment := map[string]string{}
	for name, value := range env.ToMap(environ) {
		if name, ok := strings.CutPrefix(name, prefix); ok {
			fromEnvironment[name] = value
		}
	}
	for name := range flags {
		if !slices.Contains(known, name) {
			faults = append(faults, fmt.Errorf("%s is not a setting", strings.ToLower(name)))
		}
	}
	values, inFile = map[string]string{}, map[string]bool{}
	for i, source := range []map[string]string{fromFile, fromEnvironment, maps.Clone(flags)} {
		faults = append(faults, readSecrets(source)...)
		for name, value := range source {
			values[prefix+name], inFile[name] = value, i == 0
		}
	}
	return values, inFile, faults
}

// Unknown lists the variables of an environment that look like settings and are none, such as misspelled ones.
func Unknown(environ []string, sections ...Section) (unknown []string) {
	known := Names(sections...)
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		if rest, ok := strings.CutPrefix(name, prefix); ok && !slices.Contains(known, rest) {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

// Names lists all settings, such as "WEBHOOKS_BACKOFF", with those of modules from elsewhere.
func Names(sections ...Section) []string {
	names := slices.Sorted(maps.Values(keysOf(reflect.TypeFor[Config](), "")))
	for _, name := range secretSettings {
		names = append(names, name+"_FILE")
	}
	for _, s := range sections {
		names = append(names, s.names...)
	}
	return names
}

func defaultDataDir() string {
	if os.Geteuid() == 0 {
		return "/var/lib/petcare"
	}
	if state := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(state) {
		return filepath.Join(state, "petcare")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return filepath.Join(os.TempDir(), "petcare")
	}
	return filepath.Join(home, ".local", "state", "petcare")
}
