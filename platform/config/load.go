package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// prefix starts the name of every environment variable.
const prefix = "PETCARE_"

// Load reads the settings. file is the path of a YAML file, or ""; environ has the form of os.Environ; flags maps names such as
// "WEBHOOKS_MAX_RETRIES" to their values; sections are the settings of modules. The error joins all faults.
func Load(file string, environ []string, flags map[string]string, sections ...Section) (Config, error) {
	values, inFile, faults := collect(file, environ, flags, allNames(sections))
	var c Config
	err := env.ParseWithOptions(&c, env.Options{Prefix: prefix, Environment: values})
	if address, given := values[prefix+"METRICS_ADDRESS"]; given && address == "" {
		c.MetricsAddress = "" // off; for all other settings, empty means the default
	}
	wrong, others := parseFaults(err, prefix, settingOf)
	faults = append(faults, others...)
	for name, say := range c.check() {
		if _, unread := wrong[name]; !unread {
			wrong[name] = say
		}
	}
	c.readSections(sections, values, wrong)
	nameOf := func(setting string) string {
		if _, ok := inFile[prefix+setting]; ok {
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

// collect reads the known settings of all sources: flags win over the environment, and that over the file. inFile are those of the file
// that no other source has.
func collect(file string, environ []string, flags map[string]string, known []string) (values, inFile map[string]string, faults []error) {
	inFile, inEnvironment, inFlags := map[string]string{}, map[string]string{}, map[string]string{}
	if file != "" {
		faults = fromFile(file, known, inFile)
	}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if rest, ok := strings.CutPrefix(name, prefix); ok && slices.Contains(known, rest) {
			inEnvironment[name] = value
		}
	}
	for name, value := range flags {
		if !slices.Contains(known, name) {
			faults = append(faults, fmt.Errorf("%s is not a setting", strings.ToLower(name)))
			continue
		}
		inFlags[prefix+name] = value
	}
	values = map[string]string{}
	for _, source := range []map[string]string{inFile, inEnvironment, inFlags} {
		faults = append(faults, readSecretFiles(source)...)
		maps.Copy(values, source)
	}
	maps.DeleteFunc(inFile, func(name, _ string) bool {
		_, inE := inEnvironment[name]
		_, inF := inFlags[name]
		return inE || inF
	})
	return values, inFile, faults
}

// Unknown lists the variables of an environment that look like settings and are none, such as misspelled ones.
func Unknown(environ []string, sections ...Section) (unknown []string) {
	known := allNames(sections)
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		if rest, ok := strings.CutPrefix(name, prefix); ok && !slices.Contains(known, rest) {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

func allNames(sections []Section) []string {
	known := HouseNames()
	for _, s := range sections {
		known = append(known, s.names...)
	}
	return known
}

// HouseNames lists all settings except those of modules from elsewhere, such as "WEBHOOKS_BACKOFF".
func HouseNames() []string {
	params, err := env.GetFieldParamsWithOptions(&Config{}, env.Options{})
	if err != nil {
		panic(err) // Config has valid tags
	}
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = p.Key
	}
	for _, name := range secretSettings {
		list = append(list, name+"_FILE")
	}
	return list
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
