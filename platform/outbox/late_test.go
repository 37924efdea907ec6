package outbox_test

import (
	"fmt"
	"github.com/petcare/petcare/platform/testkit"
	"testing"

	"github.com/petcare/petcare/platform/kernel/events"
)

// Transactions may take their ids in one order and their sequence numbers in another.
func TestLateEventsAreNotMissedInWhateverOrderTheyAreNumbered(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	next := k.want(k.query(events.Now))
	for range 5 { // the ids do not follow each other while other tests use some
		for _, numbered := range [][]int{{1, 2, 0}, {2, 1, 0}, {2, 0, 1}} {
			var record [3]func(...string)
			var end [3]func(error)
			for i := range record {
				record[i], end[i] = k.begin()
			}
			var late []string
			for _, i := range numbered {
				dogs := []string{fmt.Sprint(i), fmt.Sprint("again ", i)}
				if record[i](dogs...); i > 0 {
					late = append(late, dogs...)
				}
			}
			end[0](nil)
			next = k.want(k.query(next), "0", "again 0")
			end[1](nil)
			end[2](nil)
			next = k.want(k.query(next), late...)
		}
	}
}

// A crash may lose transactions that wrote nothing that anybody has seen. Their ids are used again.
func TestEventOfATransactionIDThatIsUsedAgainIsNotMissed(t *testing.T) {
	t.Parallel()
	k := newFeed(t)
	k.record(k.Ctx, "before")
	var lost string
	must(t, testkit.One(k.Ctx, k.DB, "select pg_current_xact_id()::text").Scan(&lost))
	next := k.want(k.query(events.Oldest), "before")
	k.record(k.Ctx, "again")
	k.Exec(`update outbox.events set xid = $2::text::xid8
		where account_id = $1 and sequence = (select max(sequence) from outbox.events where account_id = $1)`, k.Account, lost)
	k.want(k.query(next), "again")
}
