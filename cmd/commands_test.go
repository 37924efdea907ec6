package petcarecmd

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
	"github.com/rs/zerolog"
	"go.uber.org/fx"
)

// A name that a client chose is one cell, whatever it holds: it neither steers the operator's terminal nor makes rows.
func TestNamesInTablesAreCellsAndNothingElse(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	err := table(&out, "ID\tNAME", func(row func(...string)) {
		row("1", "\x1b[2Jred\u009b31m\u202e")
		row("2", "two\n3\tforged")
		row("4", "Zoë Müller-Lüdenscheid 犬")
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := out.String(); strings.ContainsAny(got, "\x1b\u009b\u202e\t") || strings.Count(got, "\n") != 4 ||
		!strings.Contains(got, `\u001b[2Jred`) || !strings.Contains(got, "Zoë Müller-Lüdenscheid 犬") {
		t.Errorf("printed %q", got)
	}
}

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Nobody can read the key a second time, so that a script must not go on as if it had one.
func TestAKeyThatCannotBePrintedIsAFailure(t *testing.T) {
	t.Parallel()
	database := "--database-url=" + testkit.Fresh(t).URL
	var errs strings.Builder
	for _, how := range []string{"", "--json"} {
		status := Run(t.Context(), []string{"accounts", "create", database, "--organization", "O" + how, "--code", "c", "--name", "C",
			"--timezone", "UTC", "--currency", "GBP", "--country", "GB"}, io.Discard, &errs)
		if status != 0 {
			t.Fatal(errs.String())
		}
		args := []string{"keys", "create", database, "--organization", "O" + how, "--name", "k", "--ability", "*"}
		if how != "" {
			args = append(args, how)
		}
		if status := Run(t.Context(), args, fullDisk{}, &errs); status != statusFailed || !strings.Contains(errs.String(), "no space left") {
			t.Errorf("%s: status %d: %s", args, status, errs.String())
		}
	}
}

func TestASettingWithoutANameOrWithTwoSpellingsIsOneFault(t *testing.T) {
	t.Parallel()
	for _, given := range [][]string{{"--set", "=3"}, {"--set", " =3"}, {"--set", "webhooks_=3"},
		{"--set", "rate-limit=1", "--set", "rate_limit=2"}} {
		status, _, errs := run(t, append([]string{"openapi"}, given...))
		if _, faults, _ := strings.Cut(errs, "\n"); status != statusUsage || strings.Count(faults, "\n") != 1 || faults[0] == ' ' {
			t.Errorf("%q: status %d: %s", given, status, errs)
		}
	}
}

// A secret may have any character, and so may a setting, such as a password in the URL of the database.
func TestRepeatableFlagsTakeSecretsAsTheyAre(t *testing.T) {
	t.Parallel()
	var c cli
	parser := testkit.Must[*kong.Kong](t)(kong.New(&c))
	secrets := []string{"my,secret,with,commas", `another\,one`}
	testkit.Must[*kong.Context](t)(parser.Parse([]string{"webhooks", "listen", "--secret", secrets[0], "--secret", secrets[1],
		"--set", "database_url=postgres://a:b;c=d,e@f/g", "--set", "rate-limit=1"}))
	if got := c.Webhooks.Listen.Secret; !slices.Equal(got, secrets) {
		t.Errorf("the secrets are %q", got)
	}
	if want := map[string]string{"database_url": "postgres://a:b;c=d,e@f/g", "rate-limit": "1"}; !maps.Equal(c.Set, want) {
		t.Errorf("the settings are %q", c.Set)
	}
}

func TestCommandsThatReadNoSettingsRefuseUnknownOnes(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // otherwise, what listens would go on
	for _, command := range [][]string{
		{"webhooks", "listen", "--secret", "a secret that is long enough", "--on", "127.0.0.1:0"},
		{"version"}, {"import", "--example"}, {"module", "new", "incidents", "--resource", "incident", "--folder", t.TempDir()},
	} {
		for _, unknown := range []string{"x=1", "=1"} {
			var out, errs strings.Builder
			if status := Run(ctx, append(command, "--set", unknown), &out, &errs); status != statusUsage || errs.Len() == 0 || out.Len() > 0 {
				t.Errorf("%s --set %s: status %d: %s", command, unknown, status, errs.String())
			}
		}
		var out, errs strings.Builder
		if status := Run(ctx, append(command, "--set", "rate-limit=1"), &out, &errs); status != 0 {
			t.Errorf("%s: status %d: %s", command, status, errs.String())
		}
	}
}

func TestKeysExpireAfterDaysOrHoursButNotAfterMoreThanACentury(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]time.Duration{"": 0, "90d": 90 * 24 * time.Hour, "12h": 12 * time.Hour, "36500d": 36500 * 24 * time.Hour} {
		if got, err := lifetime(given); err != nil || got != want {
			t.Errorf("%q: %s, %v", given, got, err)
		}
	}
	for _, bad := range []string{"0d", "-1d", "0s", "-1h", "36501d", "99999999999d", "876001h", "1h2d", "d", "soon"} {
		if _, err := lifetime(bad); !errors.As(err, new(usageError)) || !strings.Contains(err.Error(), bad) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestNoLimitOrNoBurstIsNoRateLimit(t *testing.T) {
	t.Parallel()
	for set, limited := range map[string]bool{"": true, "RATE_LIMIT": false, "RATE_BURST": false} {
		settings := map[string]string{}
		if set != "" {
			settings[set] = "0"
		}
		c := testkit.Must[config.Config](t)(config.Load("", nil, settings))
		c.JWTKeys = secrets.Keys{{ID: "test", Secret: make([]byte, 32)}}
		var api *httpapi.API
		testkit.Must[*fx.App](t)(Wire(c, zerolog.Nop(), fx.Populate(&api)))
		w := httptest.NewRecorder()
		testkit.Must[http.Handler](t)(api.Handler()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/v1/accounts", nil))
		if limit := w.Header().Get("RateLimit-Limit"); w.Code != http.StatusUnauthorized || (limit != "") != limited {
			t.Errorf("without %q: %d, limit %q", set, w.Code, limit)
		}
	}
}

// How long a revoked key works is one promise, wherever it is made.
func TestPagesSayOneFigureForRevocation(t *testing.T) {
	t.Parallel()
	pages := testkit.Must[[]string](t)(filepath.Glob("../deployments/*.md"))
	figure, found := regexp.MustCompile(`(?i)revok[^.|]*?(\d+) (?:more )?(?:second|minute)s?`), 0
	for _, page := range append(pages, "../README.md", "../SECURITY.md", "../adapters/httpapi/openapi.yaml", "keys.go", "staff.go") {
		text := testkit.Must[[]byte](t)(os.ReadFile(page))
		for _, said := range figure.FindAllStringSubmatch(string(text), -1) {
			if found++; said[1] != "5" {
				t.Errorf("%s: %s", page, said[0])
			}
		}
	}
	if found < 4 {
		t.Errorf("it is said in %d places only: do they say it in other words?", found)
	}
}
