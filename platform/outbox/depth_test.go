package outbox_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/postgres"
	"github.com/petcare/petcare/platform/testkit"
)

// many inserts n events of a size in bytes, in transactions of 500.
func (k feedKit) many(n, size int) {
	k.Helper()
	body := `{"data":{"object":{"name":"Rex","notes":"` + strings.Repeat("x", size) + `"}}}`
	for range n / 500 {
		k.Exec(`insert into outbox.events (account_id, id, sequence, type, record_id, body, created_at)
			select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, 'pet.created', $1, $2, now()
			from (select nextval('outbox.sequence') as n from generate_series(1, 500)) s`, k.Account, body)
	}
}

func BenchmarkPage(b *testing.B) {
	k := feedOn(testkit.Fresh(b))
	k.many(20_000, 1200) // about the size of customers
	k.Exec("analyze outbox.events")
	q := k.query(events.Oldest)
	for b.Loop() {
		p := k.page(q)
		if q.After = p.Next; !p.More {
			q.After = events.Oldest
		}
	}
}

var buffers = regexp.MustCompile(`Buffers: shared (?:hit=(\d+))? ?(?:read=(\d+))?`)

// explain reads a page and returns how many database blocks its statements read.
func (k feedKit) explain(on *postgres.DB, heard *testkit.Statements, q events.FeedQuery) (page events.FeedPage, blocks int) {
	k.Helper()
	heard.Sent = nil
	page = k.page(q)
	for _, s := range slices.Clone(heard.Sent) {
		blocks += k.blocks(on, s)
	}
	return page, blocks
}

// blocks runs a statement again and returns how many database blocks it reads.
func (k feedKit) blocks(on *postgres.DB, s pgx.TraceQueryStartData) int {
	k.Helper()
	plan := testkit.Must[[]string](k)(testkit.Column[string](k.Ctx, on, "explain (analyze, buffers) "+s.SQL, s.Args...))
	for _, line := range plan {
		if of := buffers.FindStringSubmatch(line); of != nil {
			hit, _ := strconv.Atoi(of[1])
			read, _ := strconv.Atoi(of[2])
			return hit + read // the top node includes the others
		}
	}
	return 0
}

func TestPagesCostTheSameAtAnyDepth(t *testing.T) {
	t.Parallel()
	k := testkit.Fresh(t)
	heard := &testkit.Statements{}
	k.DB = k.Open(postgres.Options{Tracer: heard})
	f, plain := feedOn(k), k.Open(postgres.Options{})
	k.Exec(`alter table outbox.events_before set (autovacuum_enabled = false)`)
	f.record(k.Ctx, "first")
	q := f.query(f.want(f.query(events.Oldest), "first"))
	f.many(90_000, 10)
	k.Exec("vacuum analyze outbox.events")
	read := 0
	blocks := map[int]int{}
	for more := true; more; {
		var p events.FeedPage
		switch read {
		case 0, 200, 30_000, 60_000, 89_600:
			p, blocks[read] = f.explain(plain, heard, q)
		default:
			p = f.page(q)
		}
		read += len(p.Events)
		q.After, more = p.Next, p.More
	}
	f.record(k.Ctx, "last")
	_, blocks[read] = f.explain(plain, heard, q)
	t.Log(blocks)
	if read != 90_000 || len(blocks) != 6 {
		t.Fatal(read, blocks)
	}
	// The first page of a round also looks for each transaction that is running, those of other tests included.
	for depth, n := range blocks {
		if most, first := map[int]int{0: 3000, read: 1000}[depth]; n == 0 || first && n > most || !first && (n > 100 || n > blocks[200]+10) {
			t.Errorf("a page after %d events touches %d blocks", depth, n)
		}
	}
}
