package config_test

import (
	"encoding/base64"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/config"
)

func TestFlagWinsOverEnvironmentOverFileOverDefault(t *testing.T) {
	t.Parallel()
	file := file(t, "address: 127.0.0.1:1\nlog_level: warn\nrate_limit: 7\nwebhooks:\n  backoff: 1m\n  max_retries: 3\n")
	c, err := config.Load(file, []string{"PETCARE_ADDRESS=127.0.0.1:2", "PETCARE_LOG_LEVEL=error", "HOME=/x"}, map[string]string{"ADDRESS": "127.0.0.1:3"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Address != "127.0.0.1:3" || c.LogLevel != "error" || c.RateLimit != 7 || c.RateBurst != 200 ||
		c.Webhooks.Backoff != time.Minute || c.Webhooks.MaxRetries != 3 || c.Webhooks.Window != 24*time.Hour || c.DataDir == "" {
		t.Errorf("%+v", c)
	}
}

func TestAllFaultsAreNamedAtOnceWithoutSecrets(t *testing.T) {
	t.Parallel()
	_, err := config.Load("", []string{"PETCARE_JWT_KEYS=main:hush-hush", "PETCARE_RATE_LIMIT=fast", "PETCARE_WEBHOOKS_TIMEOUT=soon", "PETCARE_TRUST_PROXY=perhaps"}, nil)
	if err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"PETCARE_JWT_KEYS", "PETCARE_RATE_LIMIT", "PETCARE_WEBHOOKS_TIMEOUT", "PETCARE_TRUST_PROXY"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named: %v", name, err)
		}
	}
	if strings.Contains(err.Error(), "hush") {
		t.Errorf("a secret is told: %v", err)
	}
	_, err = config.Load("", []string{"PETCARE_ADDRESS=nowhere", "PETCARE_DATABASE_URL=mysql://user:hush@x/y", "PETCARE_LOG_LEVEL=loud", "PETCARE_RATE_BURST=-1"}, nil)
	if err == nil || strings.Count(err.Error(), "PETCARE_") != 4 || strings.Contains(err.Error(), "hush") {
		t.Errorf("%v", err)
	}
}

func TestWhatCannotBeReadHidesNothingElse(t *testing.T) {
	t.Parallel()
	file := file(t, "street: x\nrate_limit: fast\nrate_burst: -1\nlog_format: xml\n")
	_, err := config.Load(file, []string{"PETCARE_ADDRESS=127.0.0.1:http-alt", "PETCARE_LOG_FORMAT=yaml", "PETCARE_REQUEST_TIMEOUT=soon"},
		map[string]string{"WEBHOOKS_MAX_RETRIES": "-1", "NO_SUCH": "1"})
	if err == nil {
		t.Fatal("accepted")
	}
	want := []string{file + ": street is not a setting", "no_such is not a setting", "PETCARE_ADDRESS: ", "PETCARE_LOG_FORMAT: ",
		file + ": rate_burst: ", file + ": rate_limit: ", "PETCARE_REQUEST_TIMEOUT: ", "PETCARE_WEBHOOKS_MAX_RETRIES: "}
	got := strings.Split(err.Error(), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d faults, want %d:\n%v", len(got), len(want), err)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got %q, want %q…", got[i], want[i])
		}
	}
}

func TestDefaultsAreThoseOfTheInterface(t *testing.T) {
	t.Parallel()
	c, err := config.Load("", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Address != "127.0.0.1:8080" || c.MetricsAddress != "127.0.0.1:9090" || c.RateLimit != 50 || c.RateBurst != 200 ||
		c.AccessTTL != 15*time.Minute || c.RefreshTTL != 14*24*time.Hour || c.RequestTimeout != 15*time.Second ||
		c.ShutdownTimeout != 20*time.Second || c.EventsKeep != config.Days(30*24*time.Hour) || !c.Console || len(c.CORSOrigins) != 0 ||
		len(c.TrustProxy) != 0 || c.TracesEndpoint != "" || c.LogLevel != "info" || c.LogFormat != "" {
		t.Errorf("%+v", c)
	}
	if few, err := config.Load("", []string{"PETCARE_ORGANIZATION_RATE_LIMIT=7"}, nil); err != nil || few.OrganizationRate() != 7 || c.OrganizationRate() != 400 {
		t.Errorf("an organization has %v and %v requests, %v", few.OrganizationRate(), c.OrganizationRate(), err)
	}
	want := config.Webhooks{Backoff: 5 * time.Minute, BackoffMultiplier: 1, MaxRetries: 8, Window: 24 * time.Hour, Timeout: 10 * time.Second,
		Concurrency: 128, PerEndpoint: 10}
	if c.Webhooks != want {
		t.Errorf("%+v", c.Webhooks)
	}
	if c, err := config.Load("", []string{"PETCARE_METRICS_ADDRESS=", "PETCARE_ADDRESS="}, nil); err != nil || c.MetricsAddress != "" || c.Address == "" {
		t.Errorf("empty means off for the metrics alone: %+v, %v", c, err)
	}
}

// Beyond these, the database or a module refused them later, in words of its own.
func TestValuesBeyondTheirLimitsAreFaultsOfTheirSettings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ good, bad string }{
		"ADDRESS":                     {"127.0.0.1:0 :65535", "127.0.0.1 :65536"},
		"METRICS_ADDRESS":             {":9090", "9090"},
		"TRACES_ENDPOINT":             {"http://localhost:4318 https://a.example/x", "localhost:4318 ftp://a.example http:// https://u:p@a.example"},
		"DATABASE_POOL":               {"2 1000", "1 1001"},
		"RATE_LIMIT":                  {"0 0.5", "-1"},
		"ORGANIZATION_RATE_LIMIT":     {"0 0.5", "-1 x"},
		"RATE_BURST":                  {"0", "-1"},
		"REQUEST_TIMEOUT":             {"1ns 24h", "0s 24h0m1s"},
		"SHUTDOWN_TIMEOUT":            {"1ns", "0s"},
		"ACCESS_TTL":                  {"1s", "999ms"},
		"REFRESH_TTL":                 {"15m", "14m59s"},
		"SLOW_QUERY":                  {"0s 1ns", "-1ns"},
		"EVENTS_KEEP":                 {"1d 24h 3660d", "23h 3661d 213505d"}, // the last one in nanoseconds does not fit into 64 bits
		"WEBHOOKS_BACKOFF":            {"1ns", "0s"},
		"WEBHOOKS_BACKOFF_MULTIPLIER": {"1", "0.9"},
		"WEBHOOKS_MAX_RETRIES":        {"0 100", "-1 101"},
		"WEBHOOKS_WINDOW":             {"1ns", "0s"},
		"WEBHOOKS_TIMEOUT":            {"1ns", "0s"},
		"WEBHOOKS_CONCURRENCY":        {"1 10000", "0 10001 2147483647"},
		"WEBHOOKS_PER_ENDPOINT":       {"1 10000", "0 10001 2147483647"},
	} {
		for value := range strings.FieldsSeq(c.good) {
			if _, err := config.Load("", nil, map[string]string{name: value}); err != nil {
				t.Errorf("%s=%s: %v", name, value, err)
			}
		}
		for value := range strings.FieldsSeq(c.bad) {
			if _, err := config.Load("", nil, map[string]string{name: value}); err == nil || !strings.HasPrefix(err.Error(), "PETCARE_"+name+": ") {
				t.Errorf("%s=%s: %v", name, value, err)
			}
		}
	}
}

func TestNumbersAreFinite(t *testing.T) {
	t.Parallel()
	file := file(t, "rate_limit: .inf\nwebhooks:\n  backoff_multiplier: .nan\n")
	if _, err := config.Load(file, nil, nil); err == nil || strings.Count(err.Error(), file+": ") != 2 {
		t.Errorf("in a file: %v", err)
	}
	for _, value := range []string{"Inf", "+infinity", "NaN"} {
		_, err := config.Load("", []string{"PETCARE_RATE_LIMIT=" + value, "PETCARE_ORGANIZATION_RATE_LIMIT=0", "PETCARE_WEBHOOKS_BACKOFF_MULTIPLIER=" + value}, nil)
		if err == nil || strings.Count(err.Error(), "PETCARE_") != 2 {
			t.Errorf("%s: %v", value, err)
		}
	}
}

func TestKeysOfAFileAreSettingsAndComeOnce(t *testing.T) {
	t.Parallel()
	for text, fault := range map[string]string{
		"addresses: x\n": "addresses", "webhooks:\n  retries: 3\n": "webhooks_retries",
		"webhooks_max_retries: 1\nwebhooks:\n  max_retries: 2\n": "webhooks_max_retries",
		"webhooks:\n  # timeout: 5s\nlog_level: warn\n":          "", // a section without settings
	} {
		c, err := config.Load(file(t, text), nil, nil)
		if fault == "" && (err != nil || c.LogLevel != "warn") || fault != "" && (err == nil || !strings.Contains(err.Error(), fault)) {
			t.Errorf("%s: %v %v", text, c, err)
		}
	}
}

func TestKeysAreReadInOrder(t *testing.T) {
	t.Parallel()
	secret := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("s", 32)))
	c, err := config.Load("", []string{"PETCARE_JWT_KEYS=new:" + secret + ",old:" + secret}, nil)
	if err != nil || len(c.JWTKeys) != 2 || c.JWTKeys[0].ID != "new" || c.JWTKeys.String() != "2 keys" {
		t.Errorf("%v %v", c.JWTKeys, err)
	}
	short := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("s", 31)))
	for bad, why := range map[string]string{"new": "key 1 is not of the form", strings.Repeat("k", 65) + ":" + secret: "key 1 is not of the form",
		"new:" + short: "key 1 is shorter", "new:" + secret + ",new:" + secret: "key 2 has the same kid",
		"new:" + secret + ",:" + secret: "key 2 is not of the form"} {
		_, err := config.Load("", []string{"PETCARE_JWT_KEYS=" + bad}, nil)
		if err == nil || !strings.HasPrefix(err.Error(), "PETCARE_JWT_KEYS: "+why) || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestOriginsThatNoBrowserSendsAreRefused(t *testing.T) {
	t.Parallel()
	for value, ok := range map[string]bool{"*": true, "https://desk.example.com,http://localhost:3000": true, "app://desk": true, "": true,
		"https://desk.example.com/": false, "desk.example.com": false, "https://Desk.example.com": false, "https://a.example/app": false,
		"https://a.example, https://b.example": false,
		"https://a.example:443":                false, "http://a.example:80": false, "http://a.example:443": true} {
		if _, err := config.Load("", []string{"PETCARE_CORS_ORIGINS=" + value}, nil); (err == nil) != ok {
			t.Errorf("%q: %v", value, err)
		}
	}
}

func TestMisspelledVariablesAreNoticed(t *testing.T) {
	t.Parallel()
	type own struct {
		Speed int `env:"SPEED"`
	}
	got := config.Unknown([]string{"PETCARE_RATE_LMIT=5", "PETCARE_RATE_LIMIT=5", "PETCARE_JWT_KEYS_FILE=x", "PETCARE_SPA_SPEED=3", "HOME=/"},
		config.SectionOf[own]("spa", nil))
	if len(got) != 1 || got[0] != "PETCARE_RATE_LMIT" {
		t.Error(got)
	}
}

func TestWhatASettingOfAModuleLacksIsAFault(t *testing.T) {
	t.Parallel()
	type first struct {
		Key   string     `env:"KEY,required"`
		Word  string     `env:"WORD,notEmpty"`
		Text  string     `env:"TEXT,file"`
		Level slog.Level `env:"LEVEL,required"`
		Count uint8      `env:"COUNT"`
	}
	type second struct {
		Days int `env:"DAYS" envDefault:"7"`
	}
	sections := []config.Section{config.SectionOf[first]("spa", nil), config.SectionOf[second]("spa", nil)}
	_, err := config.Load("", []string{"PETCARE_SPA_WORD=", "PETCARE_SPA_TEXT=secret", "PETCARE_SPA_LEVEL=secret", "PETCARE_SPA_COUNT=256"},
		nil, sections...)
	want := strings.Join([]string{"PETCARE_SPA_COUNT: is not a value of the type uint8", "PETCARE_SPA_KEY: is missing",
		"PETCARE_SPA_LEVEL: is not a value of the type slog.Level", "PETCARE_SPA_TEXT: is not a file that can be read",
		"PETCARE_SPA_WORD: is empty"}, "\n")
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	c, err := config.Load("", []string{"PETCARE_SPA_KEY=k", "PETCARE_SPA_WORD=w", "PETCARE_SPA_LEVEL=WARN", "PETCARE_SPA_DAYS=9"},
		nil, sections...)
	if err != nil || sections[0].Of(c).(first).Level != slog.LevelWarn || sections[1].Of(c).(second).Days != 9 {
		t.Errorf("%v %v", err, c)
	}
}

func TestSettingsThatNothingCouldSetAreRefused(t *testing.T) {
	t.Parallel()
	refused := func(name string, declare func()) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s is accepted", name)
			}
		}()
		declare()
	}
	refused("a field without a tag", func() { config.SectionOf[struct{ Days int }]("spa", nil) })
	refused("a name in lower case", func() {
		config.SectionOf[struct {
			Days int `env:"days"`
		}]("spa", nil)
	})
	refused("a struct in the struct", func() {
		config.SectionOf[struct {
			Mail struct {
				Port int `env:"PORT"`
			} `envPrefix:"MAIL_"`
		}]("spa", nil)
	})
}

func TestSecretsComeFromFiles(t *testing.T) {
	t.Parallel()
	secret := "k1:" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("s", 32)))
	keys, empty, large := file(t, secret+"\n"), file(t, "\n"), file(t, secret+strings.Repeat("\n", 64<<10))
	c, err := config.Load("", []string{"PETCARE_JWT_KEYS_FILE=" + keys, "PETCARE_SEAL_KEYS_FILE=" + keys}, nil)
	if err != nil || len(c.JWTKeys) != 1 || len(c.SealKeys) != 1 {
		t.Errorf("%v %v, %v", c.JWTKeys, c.SealKeys, err)
	}
	c, err = config.Load("", []string{"PETCARE_DATABASE_URL_FILE=" + keys}, map[string]string{"DATABASE_URL": "postgres://flag/x"})
	if err != nil || c.DatabaseURL != "postgres://flag/x" {
		t.Errorf("a flag does not win over a file that the environment names: %v", err)
	}
	for _, environ := range [][]string{
		{"PETCARE_JWT_KEYS_FILE=" + keys, "PETCARE_JWT_KEYS=" + secret},
		{"PETCARE_SEAL_KEYS_FILE=" + keys + ".not"},
		{"PETCARE_SEAL_KEYS_FILE=" + filepath.Dir(keys)},
		{"PETCARE_SEAL_KEYS_FILE=" + empty},
		{"PETCARE_SEAL_KEYS_FILE=" + large},
		{"PETCARE_DATABASE_URL_FILE=" + keys}, // holds no URL
	} {
		if _, err := config.Load("", environ, nil); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%v: %v", environ, err)
		}
	}
}

func TestTrustedProxiesAreNetworks(t *testing.T) {
	t.Parallel()
	c, err := config.Load("", []string{"PETCARE_TRUST_PROXY=10.1.2.3/8, 192.168.1.7,::1,::ffff:10.1.2.3,::ffff:10.1.2.3/104"}, nil)
	if err != nil || len(c.TrustProxy) != 5 || c.TrustProxy[0].String() != "10.0.0.0/8" || c.TrustProxy[1].String() != "192.168.1.7/32" ||
		c.TrustProxy[3].String() != "10.1.2.3/32" || c.TrustProxy[4] != c.TrustProxy[0] {
		t.Errorf("%v, %v", c.TrustProxy, err)
	}
	for _, bad := range []string{"true", "10.0.0.0/33", "localhost"} {
		if _, err := config.Load("", []string{"PETCARE_TRUST_PROXY=" + bad}, nil); err == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
}

// file writes a file and returns its name.
func file(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
