package configs_test

import (
	"cmp"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/caarlos0/env/v11"
	"gopkg.in/yaml.v3"

	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/testkit"
)

func TestEveryFileIsAccepted(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		if _, err := config.Load(file, nil, nil); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestExampleNamesEverySettingWithItsDefault(t *testing.T) {
	t.Parallel()
	got := testkit.Must[config.Config](t)(config.Load("example.yaml", nil, nil))
	defaults := testkit.Must[config.Config](t)(config.Load("", nil, nil))
	if !reflect.DeepEqual(got, defaults) {
		t.Errorf("the example says\n%+v\nthe defaults are\n%+v", got, defaults)
	}
	params := testkit.Must[[]env.FieldParams](t)(env.GetFieldParamsWithOptions(&config.Config{}, env.Options{}))
	named := settings(t, "example.yaml")
	for _, p := range params {
		if !named[p.Key] {
			t.Errorf("%s is missing", strings.ToLower(p.Key))
		}
	}
	if len(named) != len(params) {
		t.Errorf("the example has %d settings, there are %d", len(named), len(params))
	}
}

// CONFIGURATION.md has a row for every setting, with its real default. Where there is none, the page says none.
func TestThePageOnConfigurationNamesEverySettingWithItsDefault(t *testing.T) {
	t.Parallel()
	said := map[string]string{}
	for line := range strings.Lines(string(read(t, "../deployments/CONFIGURATION.md"))) {
		if name, isSetting := strings.CutPrefix(line, "| `PETCARE_"); isSetting {
			cells := strings.Split(strings.ReplaceAll(name, "`", ""), "|")
			said[strings.TrimSpace(cells[0])] = strings.TrimSpace(cells[1])
		}
	}
	params := testkit.Must[[]env.FieldParams](t)(env.GetFieldParamsWithOptions(&config.Config{}, env.Options{}))
	for _, p := range params {
		want := cmp.Or(p.DefaultValue, "none")
		if s, _, _ := strings.Cut(said[p.Key], ":"); s != want && said[p.Key] != want {
			t.Errorf("the page says %q of %s, whose default is %q", said[p.Key], p.Key, want)
		}
	}
	if len(said) != len(params) {
		t.Errorf("the page has %d settings, there are %d", len(said), len(params))
	}
}

func TestMetricsCanBeTurnedOff(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "off.yaml")
	if err := os.WriteFile(file, []byte(`metrics_address: ""`), 0o600); err != nil {
		t.Fatal(err)
	}
	for by, load := range map[string]func() (config.Config, error){
		"file":        func() (config.Config, error) { return config.Load(file, nil, nil) },
		"environment": func() (config.Config, error) { return config.Load("", []string{"PETCARE_METRICS_ADDRESS="}, nil) },
		"flag":        func() (config.Config, error) { return config.Load("", nil, map[string]string{"METRICS_ADDRESS": ""}) },
	} {
		if c, err := load(); err != nil || c.MetricsAddress != "" {
			t.Errorf("by %s: %q, %v", by, c.MetricsAddress, err)
		}
	}
}

// settings are the names in a file, as the environment spells them.
func settings(t *testing.T, file string) map[string]bool {
	t.Helper()
	var tree map[string]any
	if err := yaml.Unmarshal(read(t, file), &tree); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	var walk func(path string, tree map[string]any)
	walk = func(path string, tree map[string]any) {
		for key, value := range tree {
			if below, ok := value.(map[string]any); ok {
				walk(path+key+"_", below)
				continue
			}
			found[strings.ToUpper(path+key)] = true
		}
	}
	walk("", tree)
	return found
}

var setting = regexp.MustCompile(`^ *[a-z_]+: \S`)

func TestEverySettingOfTheExampleIsExplained(t *testing.T) {
	t.Parallel()
	before := ""
	for line := range strings.Lines(string(read(t, "example.yaml"))) {
		if setting.MatchString(line) && !strings.HasPrefix(strings.TrimSpace(before), "# ") {
			t.Errorf("nothing explains %s", line)
		}
		before = line
	}
}

func TestProductionHoldsNoSecretsAndLetsNobodyIn(t *testing.T) {
	t.Parallel()
	named := settings(t, "production.yaml")
	for _, secret := range []string{"DATABASE_URL", "JWT_KEYS", "SEAL_KEYS"} {
		if named[secret] {
			t.Errorf("%s stands in a file that is committed", strings.ToLower(secret))
		}
	}
	c := testkit.Must[config.Config](t)(config.Load("production.yaml", nil, nil))
	if c.Webhooks.AllowPrivateNetworks {
		t.Error("webhooks reach the private network")
	}
	if !strings.HasPrefix(c.MetricsAddress, "127.0.0.1:") {
		t.Errorf("the profiler is served on %s", c.MetricsAddress)
	}
}

func TestDevelopmentReachesReceiversOnThisMachine(t *testing.T) {
	t.Parallel()
	c, err := config.Load("development.yaml", nil, nil)
	if err != nil || !c.Webhooks.AllowPrivateNetworks {
		t.Errorf("%+v, %v", c.Webhooks, err)
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text := testkit.Must[[]byte](t)(os.ReadFile(file))
	return text
}
