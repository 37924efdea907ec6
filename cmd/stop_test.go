package petcarecmd

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/testkit"
)

// stopAt ends a context when something is written that says so. The log may go on after the stop has left something behind.
type stopAt struct {
	text string
	stop context.CancelFunc
	mu   sync.Mutex
	all  bytes.Buffer
}

func (s *stopAt) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all.Write(p)
	if bytes.Contains(s.all.Bytes(), []byte(s.text)) {
		s.stop()
	}
	return len(p), nil
}

func (s *stopAt) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all.String()
}

// A probe of its life must not end a program whose database is away.
func TestServeAnswersWhileItWaitsForItsDatabaseAndStopsWithSuccess(t *testing.T) {
	t.Parallel()
	free := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	address := free.Addr().String()
	free.Close()
	waits, noticed := context.WithCancel(t.Context())
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	errs := &stopAt{text: "waiting for the database", stop: noticed}
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, []string{"serve", "--database-url", "postgres://a:b@127.0.0.1:1/petcare", "--data-dir", t.TempDir(),
			"--address", address, "--metrics-address", "", "--log-format", "json"}, io.Discard, errs)
	}()
	<-waits.Done()
	for path, status := range map[string]int{"/healthz": 200, "/readyz": 503, "/v1/accounts": 503} {
		response := testkit.Must[*http.Response](t)(http.Get("http://" + address + path))
		if response.Body.Close(); response.StatusCode != status {
			t.Errorf("%s: %d", path, response.StatusCode)
		}
	}
	stop()
	if status := <-ended; status != 0 {
		t.Errorf("status %d: %s", status, errs.String())
	}
}

func TestServeMakesNoDatabaseWhenItsAddressIsTaken(t *testing.T) {
	t.Parallel()
	taken := testkit.Must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	defer taken.Close()
	folder := filepath.Join(t.TempDir(), "data")
	status, _, errs := run(t, []string{"serve", "--data-dir", folder, "--address", taken.Addr().String()})
	if _, err := os.Stat(filepath.Join(folder, "postgres")); status == 0 || err == nil || !strings.Contains(errs, "PETCARE_ADDRESS") {
		t.Errorf("status %d, %v: %s", status, err, errs)
	}
}

func TestAWrongDatabaseURLIsOneFaultWithoutASecret(t *testing.T) {
	t.Parallel()
	for url, say := range map[string]string{
		"postgres://u:S3cr3t@h.invalid:badport/d": "port", "mysql://u:S3cr3t@h.invalid/d": "postgres://",
		"postgres://u:ab@S3cr3t@h.invalid/d": "percent-encode", "postgres://u:/S3cr3t@h.invalid/d": "percent-encode",
		"postgresql://u:12/S3cr3t@h.invalid/d": "percent-encode", "postgres://S3cr3t/@h.invalid/d": "percent-encode",
		"postgres://u:12/x?S3cr3t@h.invalid/d": "percent-encode", "postgres://u:S3cr3t@h.invalid/d?sslmode=bogus": "sslmode",
	} {
		file := filepath.Join(t.TempDir(), "c.yaml")
		if err := os.WriteFile(file, []byte("database_url: "+url+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		for from, args := range map[string][]string{"PETCARE_DATABASE_URL": {"--database-url", url}, file + ": database_url": {"--config", file}} {
			status, _, errs := run(t, append([]string{"accounts", "list"}, args...))
			if status != statusUsage || strings.Count(strings.ToLower(errs), "database_url") != 1 || !strings.Contains(errs, from+": ") ||
				!strings.Contains(errs, say) || strings.Contains(errs, "S3cr3t") {
				t.Errorf("%s from %s: %d %s", url, from, status, errs)
			}
		}
	}
}

// Whoever collects the lines of a service parses each of them.
func TestServeDemoWritesNothingButLinesOfTheLog(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	errs := &stopAt{text: `"message":"serving"`, stop: stop}
	status := Run(ctx, []string{"serve", "--demo", "--database-url", testkit.Fresh(t).URL, "--data-dir", t.TempDir(),
		"--address", "127.0.0.1:0", "--metrics-address", "", "--log-format", "json", "--log-level", "info"}, io.Discard, errs)
	if status != 0 || !strings.Contains(errs.String(), "loading the demo business: ") ||
		!strings.Contains(errs.String(), "PETCARE_JWT_KEYS is not set") {
		t.Errorf("status %d: %s", status, errs.String())
	}
	for line := range strings.Lines(errs.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no line of the log: %s", line)
		}
	}
}

func TestASweeperThatDoesNotEndDoesNotKeepTheProcess(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var stopped time.Duration
	now := testkit.RunningTime(t)
	stuck := fxgroups.ProvideSweeper(func() fxgroups.Sweeper {
		return fxgroups.Sweeper{Module: "spa", Name: "towels", Sweep: func(context.Context) (int64, error) {
			stopped = now()
			stop()
			<-t.Context().Done() // after the test
			return 0, nil
		}}
	})
	errs := &stopAt{text: "stopping", stop: stop}
	Run(ctx, []string{"serve", "--database-url", testkit.Fresh(t).URL, "--data-dir", t.TempDir(), "--address", "127.0.0.1:0",
		"--metrics-address", "", "--set", "shutdown_timeout=2s"}, io.Discard, errs, spa(stuck))
	if took := now() - stopped; stopped == 0 || took >= sweepGrace-time.Second {
		t.Errorf("the stop took %s: %s", took, errs.String())
	}
}
