package outbox_test

import (
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/testkit"
)

// Replicas of the previous version continue to record events during a migration. These events must succeed, and appear in the feed
// after the older ones.
func TestEventsAreRecordedWhileTheirTableIsMigrated(t *testing.T) {
	t.Parallel()
	k := feedOn(testkit.Fresh(t))
	files := outbox.Migrations().Files
	first := testkit.Must[[]byte](t)(fs.ReadFile(files, "20261121000100_outbox.sql"))
	up, _, _ := strings.Cut(string(first), "-- +goose Down")
	k.Exec("drop schema outbox cascade")
	for statement := range strings.SplitSeq(up, ";") {
		if strings.TrimSpace(statement) != "" {
			k.Exec(statement)
		}
	}
	k.Exec("delete from goose_db_version where version_id in (20261121230100, 20261122233000, 20261125170000, 20261126180000)")
	const before = 50_000
	k.Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at)
		select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, nextval('outbox.sequence'), 'pet.created', gen_random_uuid(), '{"data":{"object":{"name":"old"}}}', now()
		from generate_series(1, $2::integer) n`, k.Account, before)
	end, written := make(chan struct{}), make(chan int)
	longest, now := time.Duration(0), testkit.RunningTime(t)
	go func() {
		for n := 0; ; n++ {
			select {
			case <-end:
				written <- n
				return
			default:
				began := now()
				k.Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at)
					values ($1, $2, nextval('outbox.sequence'), 'pet.created', $2, '{"data":{"object":{"name":"beside"}}}', now())`, k.Account, ids.New())
				longest = max(longest, now()-began)
			}
		}
	}()
	began := now()
	testkit.Must[int](t)(k.DB.Migrate(k.Ctx, []fxgroups.Migrations{outbox.Migrations()}))
	took := now() - began
	next := k.want(k.query(events.Now))
	k.Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at)
		values ($1, $2, nextval('outbox.sequence'), 'pet.created', $2, '{"data":{"object":{"name":"after"}}}', now())`, k.Account, ids.New())
	close(end)
	beside := <-written
	t.Logf("the migration took %s; %d events were recorded beside it, of which one took %s", took, beside, longest)
	if longest > took*3/4 && longest > 100*time.Millisecond {
		t.Error("who records events waits for the migration")
	}
	if all, _ := k.round(k.query(events.Oldest)); len(all) != before+beside+1 {
		t.Errorf("%d events of %d are in the feed", len(all), before+beside+1)
	}
	if later, _ := k.round(k.query(next)); len(later) == 0 || later[0] != "after" && later[0] != "beside" {
		t.Errorf("then %d events came", len(later))
	}
}
