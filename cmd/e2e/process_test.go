package e2e

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// After kill -9, everything that was confirmed exists, including the event of each customer, and nothing exists partially.
func TestKillDuringWritesLosesNothingAcknowledged(t *testing.T) {
	url, base, key := newDatabase(t)
	base += "/customers"
	p := kit.StartInstance(t, url)
	s := kit.At(t, p.URL)

	var mu sync.Mutex
	acknowledged := map[string]bool{}
	var done sync.WaitGroup
	for w := range 8 {
		done.Go(func() {
			for i := 0; ; i++ {
				name := fmt.Sprintf("w%d-%d", w, i)
				r, err := http.NewRequestWithContext(context.Background(), "POST", p.URL+base, strings.NewReader(`{"first_name":"`+name+`"}`))
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("X-API-Key", key)
				r.Header.Set("Content-Type", "application/json")
				response, err := http.DefaultClient.Do(r)
				if err != nil {
					return // the process was killed
				}
				_ = response.Body.Close()
				if response.StatusCode != http.StatusCreated {
					t.Errorf("%d", response.StatusCode)
					return
				}
				mu.Lock()
				acknowledged[name] = true
				mu.Unlock()
			}
		})
	}
	kit.Eventually(t, "200 customers", time.Minute, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(acknowledged) >= 200
	})
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	done.Wait()

	again := kit.StartInstance(t, url)
	s.URL = again.URL
	there := map[string]bool{}
	for _, c := range everything(kit.Tenant{Service: s, Key: key}, base) {
		there[c["first_name"].(string)] = true
	}
	for name := range acknowledged {
		if !there[name] {
			t.Errorf("%s was acknowledged and is lost", name)
		}
	}
	events := number(t, openDatabase(t, url), "select count(*) from outbox.events where type = 'customer.created'")
	if events != len(there) {
		t.Errorf("%d customers, %d events", len(there), events)
	}
}

// A stream has no end, and its client may not even read it.
func TestTermEndsStreamsThatNobodyReads(t *testing.T) {
	url, base, key := newDatabase(t)
	_, err := testkit.Exec(t.Context(), openDatabase(t, url), `insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at)
		select $1::uuid, gen_random_uuid(), nextval('outbox.sequence'), 'pet.created', $1::uuid, '{"type": "pet.created", "fat": "' || repeat('x', 200000) || '"}', now()
		from generate_series(1, 200)`, path.Base(base))
	if err != nil {
		t.Fatal(err)
	}
	p := kit.StartInstance(t, url, "PETCARE_SHUTDOWN_TIMOUT=1s")
	if !strings.Contains(p.Log.String(), "PETCARE_SHUTDOWN_TIMOUT is not a setting") {
		t.Errorf("nothing is said of a setting that is none: %s", p.Log)
	}
	for range 3 {
		response := stream(t, p.URL+base+"/events", "X-API-Key", key)
		if text, err := bufio.NewReader(response.Body).ReadString('{'); err != nil {
			t.Errorf("%s %v", text, err)
		}
	}
	now := testkit.RunningTime(t)
	began := now()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-p.Done; err != nil || now()-began > 5*time.Second {
		t.Errorf("%v after %s: %s", err, now()-began, p.Log)
	}
}

func TestAPrivateDatabaseThatIsKilledIsBackWithinAMinute(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := kit.StartInstance(t, "", "PETCARE_DATA_DIR="+dir)
	server := func() int {
		text, _ := os.ReadFile(filepath.Join(dir, "postgres/data/postmaster.pid"))
		first, _, _ := strings.Cut(string(text), "\n")
		pid, _ := strconv.Atoi(first)
		return pid
	}
	t.Cleanup(func() { // unless the process could stop it
		if pid := server(); pid > 1 {
			_ = syscall.Kill(pid, syscall.SIGQUIT)
		}
	})
	before := server()
	_ = syscall.Kill(before, syscall.SIGKILL)
	answers := func(status int) func() bool {
		return func() bool {
			response := testkit.Must[*http.Response](t)(http.Get(p.URL + "/readyz"))
			_ = response.Body.Close()
			return response.StatusCode == status
		}
	}
	kit.Eventually(t, "not ready", time.Minute, answers(503))
	kit.Eventually(t, "another server", time.Minute, func() bool { return server() != before && answers(200)() })
	kit.Eventually(t, "a line in the log", time.Minute, func() bool { // it may answer before it is said
		return strings.Count(p.Log.String(), "restarted the private database") == 1
	})
	_ = p.Process.Signal(syscall.SIGTERM)
	if err := <-p.Done; err != nil {
		t.Errorf("%v: %s", err, p.Log)
	}
}

// A wrong command line or setting ends with status 2, what is not there with 1.
func TestCommandsSayWhatIsWrong(t *testing.T) {
	x := newTenant(t)
	for command, want := range map[string]struct {
		status int
		says   string
	}{
		"--help":                       {0, "serve"},
		"fly":                          {2, `petcare --help`},
		"keys":                         {2, `petcare keys --help`},
		"keys revoke":                  {2, `petcare keys revoke --help`},
		"import":                       {2, "--account FILE"},
		"import --account main":        {2, "FILE"},
		"import records.jsonl":         {2, "--account"},
		"events tail":                  {2, "--account"},
		"events tail --account nobody": {1, "nobody"},
		"events tail --account main --organization OURS --from yesterday":  {2, "--from"},
		"import --account nowhere --organization OURS /dev/null":           {1, "nowhere"},
		"import --account main --organization OURS /nowhere/records.jsonl": {1, "no such file"},
		"accounts update main --organization OURS --timezone Europe/Foo":   {2, "timezone"},
		"keys revoke " + nilID: {1, "key"},
		// An unset variable of a script must not make a key that never ends, or one for all accounts.
		"keys create --organization OURS --name k --ability orders:read --expires=":          {2, "empty"},
		"keys create --organization OURS --name k --ability orders:read --account=":          {2, "empty"},
		"accounts update main --organization OURS --service-type=":                           {2, "empty"},
		"accounts update main --organization OURS --service-type=none --service-type=retail": {2, "service_types"},
		"staff invite --organization OURS --email a@example.com --role boss":                 {2, "Manager"},
		"keys create --organization OURS --name k --ability fly":                             {2, "abilities"},
		"keys create --organization Nobody --name k --ability *":                             {2, "organization"},
		"serve --address nowhere --set webhooks_max_retries=1000":                            {2, "PETCARE_ADDRESS PETCARE_WEBHOOKS_MAX_RETRIES"},
	} {
		args := strings.Fields(command)
		for i := range args {
			args[i] = strings.Replace(args[i], "OURS", x.Organization, 1)
		}
		status, out, errs := x.Run(args...)
		for says := range strings.FieldsSeq(want.says) {
			if status != want.status || !strings.Contains(out+errs, says) {
				t.Errorf("%s: status %d, no %s in %s%s", command, status, says, out, errs)
			}
		}
	}
	for url, says := range map[string]string{"postgres://a:hush@127.0.0.1:1/d": "127.0.0.1", "mysql://u:hush@h/d": "PETCARE_DATABASE_URL"} {
		out, status := kit.Command(t, url, "events", "tail", "--account", "main")
		if status == 0 || !strings.Contains(out, says) || strings.Contains(out, "hush") {
			t.Errorf("%s: status %d, %s", url, status, out)
		}
	}
}
