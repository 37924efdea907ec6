package config_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/config"
)

func TestFlagWinsOverEnvironmentOverFileOverDefault(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte("address: 127.0.0.1:1\nlog_level: warn\nrate_limit: 7\nwebhooks:\n  backoff: 1m\n  max_retries: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
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
	_, err = config.Load("", []string{"PETCARE_ADDRESS=nowhere", "PETCARE_DATABASE_URL=mysql://user:hush@x/y", "PETCARE_LOG_LEVEL=loud", "PETCARE_RATE_BURST=0"}, nil)
	if err == nil || strings.Count(err.Error(), "PETCARE_") != 4 || strings.Contains(err.Error(), "hush") {
		t.Errorf("%v", err)
	}
}

func TestWhatCannotBeReadHidesNothingElse(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte("street: x\nrate_limit: fast\nrate_burst: 0\nlog_format: xml\n"), 0o600); err != nil {
		t.Fatal(err)
	}
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

func TestUnknownKeyOfTheFileIsAFault(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte("addresses: x\nwebhooks:\n  retries: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := config.Load(file, nil, nil)
	if err == nil || !strings.Contains(err.Error(), "addresses") || !strings.Contains(err.Error(), "webhooks_retries") {
		t.Errorf("%v", err)
	}
}

func TestKeysAreReadInOrder(t *testing.T) {
	t.Parallel()
	secret := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("s", 32)))
	c, err := config.Load("", []string{"PETCARE_JWT_KEYS=new:" + secret + ",old:" + secret}, nil)
	if err != nil || len(c.JWTKeys) != 2 || c.JWTKeys[0].ID != "new" || c.JWTKeys.String() != "2 keys" {
		t.Errorf("%v %v", c.JWTKeys, err)
	}
	for _, bad := range []string{"new", "new:" + secret + ",new:" + secret, "new:c2hvcnQ=", ":" + secret} {
		if _, err := config.Load("", []string{"PETCARE_JWT_KEYS=" + bad}, nil); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

func TestDevelopmentKeysMadeAtOnceAreTheSame(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "folder")
	keys := make([]config.Keys, 8)
	var done sync.WaitGroup
	for i := range keys {
		done.Go(func() {
			k, err := config.DevelopmentKeys(dir)
			if err != nil {
				t.Error(err)
			}
			keys[i] = k
		})
	}
	done.Wait()
	for _, k := range keys {
		if len(k) != 1 || string(k[0].Secret) != string(keys[0][0].Secret) {
			t.Errorf("different keys")
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "keys")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
}
