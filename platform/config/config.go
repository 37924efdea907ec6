// Package config reads the settings. A flag overrides an environment variable, which overrides the file, which overrides the default.
// All errors are reported together.
package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"math"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
	"gopkg.in/yaml.v3"

	"github.com/petcare/petcare/platform/secrets"
)

// Config holds all settings. Their names are the environment variables without PETCARE_; the file and the flags use the same names in
// lower case, such as webhooks.max_retries or --set webhooks_max_retries=3.
type Config struct {
	Address         string        `env:"ADDRESS" envDefault:"127.0.0.1:8080"`
	DatabaseURL     string        `env:"DATABASE_URL"`
	DatabasePool    int           `env:"DATABASE_POOL" envDefault:"8"`
	DataDir         string        `env:"DATA_DIR"`
	JWTKeys         Keys          `env:"JWT_KEYS"`
	SealKeys        Keys          `env:"SEAL_KEYS"`
	AccessTTL       time.Duration `env:"ACCESS_TTL" envDefault:"15m"`
	RefreshTTL      time.Duration `env:"REFRESH_TTL" envDefault:"336h"`
	RateLimit       float64       `env:"RATE_LIMIT" envDefault:"50"`
	RateBurst       int           `env:"RATE_BURST" envDefault:"200"`
	RequestTimeout  time.Duration `env:"REQUEST_TIMEOUT" envDefault:"15s"`
	ShutdownTimeout time.Duration `env:"SHUTDOWN_TIMEOUT" envDefault:"20s"`
	CORSOrigins     []string      `env:"CORS_ORIGINS"`
	Console         bool          `env:"CONSOLE" envDefault:"true"`
	TrustProxy      Networks      `env:"TRUST_PROXY"`
	MetricsAddress  string        `env:"METRICS_ADDRESS" envDefault:"127.0.0.1:9090"`
	TracesEndpoint  string        `env:"TRACES_ENDPOINT"`
	LogLevel        string        `env:"LOG_LEVEL" envDefault:"info"`
	LogFormat       string        `env:"LOG_FORMAT"`
	SlowQuery       time.Duration `env:"SLOW_QUERY" envDefault:"500ms"`
	EventsKeep      Days          `env:"EVENTS_KEEP" envDefault:"30d"`
	Webhooks        Webhooks      `envPrefix:"WEBHOOKS_"`

	sections        map[reflect.Type]any // of modules
	databaseURLName string
}

// DatabaseURLName returns where the database URL was given: "PETCARE_DATABASE_URL" or "petcare.yaml: database_url".
func (c Config) DatabaseURLName() string { return c.databaseURLName }

// Webhooks are the settings of webhook deliveries.
type Webhooks struct {
	Backoff              time.Duration `env:"BACKOFF" envDefault:"5m"`
	BackoffMultiplier    float64       `env:"BACKOFF_MULTIPLIER" envDefault:"1"`
	MaxRetries           int           `env:"MAX_RETRIES" envDefault:"8"`
	Window               time.Duration `env:"WINDOW" envDefault:"24h"`
	Timeout              time.Duration `env:"TIMEOUT" envDefault:"10s"`
	Concurrency          int           `env:"CONCURRENCY" envDefault:"128"`
	PerEndpoint          int           `env:"PER_ENDPOINT" envDefault:"10"`
	AllowPrivateNetworks bool          `env:"ALLOW_PRIVATE_NETWORKS" envDefault:"false"`
}

// Days is a duration that can also be given in days, such as 30d.
type Days time.Duration

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Days) UnmarshalText(text []byte) error {
	if days, ok := strings.CutSuffix(string(text), "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		*d = Days(n) * Days(24*time.Hour)
		return err
	}
	span, err := time.ParseDuration(string(text))
	*d = Days(span)
	return err
}

// Networks is a list of IP networks, such as 10.0.0.0/8,::1. A single address is a network of its own.
type Networks []netip.Prefix

// UnmarshalText implements encoding.TextUnmarshaler.
func (n *Networks) UnmarshalText(text []byte) error {
	var networks Networks
	for part := range strings.SplitSeq(string(text), ",") {
		part = strings.TrimSpace(part)
		network, err := netip.ParsePrefix(part)
		if err != nil {
			address, err := netip.ParseAddr(part)
			if err != nil {
				return err
			}
			network = netip.PrefixFrom(address, address.BitLen())
		}
		networks = append(networks, network.Masked())
	}
	*n = networks
	return nil
}

// Keys is a comma-separated list of kid:base64, each of at least 32 bytes. The first key signs.
type Keys []secrets.Key

// UnmarshalText implements encoding.TextUnmarshaler. Its errors never contain a key.
func (k *Keys) UnmarshalText(text []byte) error {
	var keys Keys
	for i, part := range strings.Split(string(text), ",") {
		id, encoded, ok := strings.Cut(strings.TrimSpace(part), ":")
		secret, err := base64.StdEncoding.DecodeString(encoded)
		switch {
		case !ok || id == "" || len(id) > 64 || err != nil:
			return fmt.Errorf("key %d is not of the form kid:base64", i+1)
		case len(secret) < 32:
			return fmt.Errorf("key %d is shorter than 32 bytes", i+1)
		case slices.ContainsFunc(keys, func(k secrets.Key) bool { return k.ID == id }):
			return fmt.Errorf("key %d has the same kid as another one", i+1)
		}
		keys = append(keys, secrets.Key{ID: id, Secret: secret})
	}
	*k = keys
	return nil
}

// String hides the keys from logs.
func (k Keys) String() string { return fmt.Sprintf("%d keys", len(k)) }

// prefix starts the name of every environment variable.
const prefix = "PETCARE_"

// Load reads the settings. file is the path of a YAML file, or ""; environ has the form of os.Environ; flags maps names such as
// "WEBHOOKS_MAX_RETRIES" to their values; sections are the settings of modules. The error joins all faults.
func Load(file string, environ []string, flags map[string]string, sections ...Section) (Config, error) {
	known := allNames(sections)
	values := map[string]string{}
	var faults []error
	inFile := map[string]string{}
	if file != "" {
		faults = append(faults, fromFile(file, known, inFile)...)
	}
	inEnvironment, inFlags := map[string]string{}, map[string]string{}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if rest, ok := strings.CutPrefix(name, prefix); ok && slices.Contains(known, rest) {
			inEnvironment[name] = value
		}
	}
	for name, value := range flags {
		if !slices.Contains(known, name) {
			faults = append(faults, fmt.Errorf("%s is not a setting", strings.ToLower(name)))
		}
		inFlags[prefix+name] = value
	}
	for _, source := range []map[string]string{inFile, inEnvironment, inFlags} {
		faults = append(faults, readSecretFiles(source)...)
		maps.Copy(values, source)
	}
	maps.DeleteFunc(inFile, func(name, _ string) bool {
		_, inE := inEnvironment[name]
		_, inF := inFlags[name]
		return inE || inF
	})
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

func fromFile(file string, known []string, into map[string]string) []error {
	text, err := os.ReadFile(file)
	if err != nil {
		return []error{fmt.Errorf("read the configuration file: %w", err)}
	}
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		return []error{fmt.Errorf("%s: %w", file, err)}
	}
	var faults []error
	var walk func(path string, tree map[string]any)
	walk = func(path string, tree map[string]any) {
		for key, value := range tree {
			name := path + strings.ToUpper(key)
			if below, ok := value.(map[string]any); ok {
				walk(name+"_", below)
				continue
			}
			if value == nil && hasBelow(known, name) {
				continue // such as webhooks, with all settings below it commented out
			}
			if !slices.Contains(known, name) {
				faults = append(faults, fmt.Errorf("%s: %s is not a setting", file, strings.ToLower(name)))
				continue
			}
			if _, given := into[prefix+name]; given { // as in webhooks_backoff beside webhooks: backoff
				faults = append(faults, fmt.Errorf("%s: %s is given more than once", file, strings.ToLower(name)))
			}
			into[prefix+name] = scalar(value)
		}
	}
	walk("", tree)
	return faults
}

// hasBelow reports whether settings have names that begin with that of a section.
func hasBelow(known []string, section string) bool {
	return slices.ContainsFunc(known, func(name string) bool { return strings.HasPrefix(name, section+"_") })
}

func scalar(v any) string {
	if list, ok := v.([]any); ok {
		parts := make([]string, len(list))
		for i, p := range list {
			parts[i] = fmt.Sprint(p)
		}
		return strings.Join(parts, ",")
	}
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// parseFaults maps each setting that cannot be read to a message without its value, which may be a secret. prefix is that of the
// variables, and settingOf returns the name of the setting for a field.
func parseFaults(err error, prefix string, settingOf func(field string) string) (wrong map[string]string, others []error) {
	wrong = map[string]string{}
	var all env.AggregateError
	if !errors.As(err, &all) {
		if err != nil {
			others = append(others, err)
		}
		return wrong, others
	}
	for _, e := range all.Errors {
		var parse env.ParseError
		var none env.NoParserError
		var absent env.VarIsNotSetError
		var empty env.EmptyVarError
		var file env.LoadFileContentError
		switch {
		case errors.As(e, &parse):
			wrong[settingOf(parse.Name)] = misread(parse)
		case errors.As(e, &none):
			wrong[settingOf(none.Name)] = "has a type that cannot be read: " + none.Type.String()
		case errors.As(e, &absent):
			wrong[strings.TrimPrefix(absent.Key, prefix)] = "is missing"
		case errors.As(e, &empty):
			wrong[strings.TrimPrefix(empty.Key, prefix)] = "is empty"
		case errors.As(e, &file):
			wrong[strings.TrimPrefix(file.Key, prefix)] = "is not a file that can be read"
		default:
			others = append(others, e)
		}
	}
	return wrong, others
}

// misread says what a value is not, without the value. Errors of keys contain no key, so they say which one is wrong.
func misread(e env.ParseError) string {
	if e.Type == reflect.TypeFor[Keys]() {
		return e.Err.Error()
	}
	return "is not " + kindOf(e)
}

func kindOf(e env.ParseError) string {
	switch e.Type.String() {
	case "int", "int64", "uint", "float64":
		return "a number"
	case "config.Days":
		return "a duration such as 30d or 720h"
	case "time.Duration":
		return "a duration such as 30s, 5m or 24h"
	case "config.Networks":
		return "a list of networks such as 10.0.0.0/8,192.168.1.7"
	case "bool":
		return "true or false"
	default:
		return "a value of the type " + e.Type.String()
	}
}

// settingOf returns the name of the setting for a field of Config, or of Webhooks, which has the only nested settings.
func settingOf(field string) string {
	if name := settingIn[Config](field); name != "" {
		return name
	}
	return "WEBHOOKS_" + settingIn[Webhooks](field)
}

// settingIn returns the name of the setting for a field of S, or "".
func settingIn[S any](field string) string {
	f, _ := reflect.TypeFor[S]().FieldByName(field)
	return keyOf(f)
}

// check maps each setting that is out of range to a message.
func (c Config) check() map[string]string {
	faults := map[string]string{}
	fault := func(ok bool, setting, say string) {
		if !ok {
			faults[setting] = say
		}
	}
	fault(isAddress(c.Address), "ADDRESS", "is not host:port")
	fault(c.MetricsAddress == "" || isAddress(c.MetricsAddress), "METRICS_ADDRESS", "is not host:port (or empty: off)")
	fault(c.TracesEndpoint == "" || isCollector(c.TracesEndpoint), "TRACES_ENDPOINT", "is not an http:// or https:// URL without "+
		"user name and password (or empty: off)")
	fault(c.DatabaseURL == "" || c.HasPostgresURL(), "DATABASE_URL", "is not a postgres:// URL")
	fault(c.DatabasePool >= 2 && c.DatabasePool <= 1000, "DATABASE_POOL", "is 2 to 1000 connections")
	fault(c.RateLimit >= 0 && !math.IsInf(c.RateLimit, 1), "RATE_LIMIT", "is a finite number of requests a second, 0 is off")
	fault(c.RateBurst >= 1, "RATE_BURST", "is at least 1")
	fault(c.RequestTimeout > 0 && c.RequestTimeout <= 24*time.Hour, "REQUEST_TIMEOUT", "is longer than 0 and at most 24h")
	fault(c.ShutdownTimeout > 0, "SHUTDOWN_TIMEOUT", "is longer than 0")
	fault(!slices.ContainsFunc(c.CORSOrigins, func(o string) bool { return !isOrigin(o) }), "CORS_ORIGINS",
		"is origins as browsers send them, such as https://desk.example.com (no path, no slash at the end), or *")
	fault(c.AccessTTL >= time.Second, "ACCESS_TTL", "is at least 1s")
	fault(c.RefreshTTL >= c.AccessTTL, "REFRESH_TTL", "is at least as long as PETCARE_ACCESS_TTL")
	fault(slices.Contains([]string{"trace", "debug", "info", "warn", "error"}, c.LogLevel), "LOG_LEVEL",
		"is trace, debug, info, warn or error")
	fault(slices.Contains([]string{"", "json", "console"}, c.LogFormat), "LOG_FORMAT", "is json or console")
	fault(c.EventsKeep >= Days(24*time.Hour) && c.EventsKeep <= 3660*Days(24*time.Hour), "EVENTS_KEEP", "is 1d to 3660d")
	w := c.Webhooks
	fault(w.Backoff > 0, "WEBHOOKS_BACKOFF", "is longer than 0")
	fault(w.BackoffMultiplier >= 1 && !math.IsInf(w.BackoffMultiplier, 1), "WEBHOOKS_BACKOFF_MULTIPLIER", "is at least 1 and finite")
	fault(w.MaxRetries >= 0 && w.MaxRetries <= 100, "WEBHOOKS_MAX_RETRIES", "is 0 to 100")
	fault(w.Window > 0, "WEBHOOKS_WINDOW", "is longer than 0")
	fault(w.Timeout > 0, "WEBHOOKS_TIMEOUT", "is longer than 0")
	fault(w.Concurrency >= 1 && w.Concurrency <= 10_000, "WEBHOOKS_CONCURRENCY", "is 1 to 10000")
	fault(w.PerEndpoint >= 1 && w.PerEndpoint <= 10_000, "WEBHOOKS_PER_ENDPOINT", "is 1 to 10000")
	return faults
}

// HasPostgresURL reports whether the database URL begins like one; package postgres checks the rest.
func (c Config) HasPostgresURL() bool {
	return strings.HasPrefix(c.DatabaseURL, "postgres://") || strings.HasPrefix(c.DatabaseURL, "postgresql://")
}

func isAddress(s string) bool {
	_, port, err := net.SplitHostPort(s)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// isOrigin rejects what no browser sends as its origin: it would never match.
func isOrigin(s string) bool {
	u, err := url.Parse(s)
	return s == "*" || err == nil && u.Scheme != "" && u.Host != "" && s == u.Scheme+"://"+u.Host && s == strings.ToLower(s)
}

// isCollector rejects user info in the URL: the exporter ignores it, but errors would show it.
func isCollector(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
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
