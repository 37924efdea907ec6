//go:build chaos

package chaos

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/platform/testkit"
)

// balance compares the responses that clients got with the database: everything confirmed exists, nothing exists partially or twice,
// and each change has its event and each event its delivery.
func (l *chaosLoad) balance() {
	l.t.Helper()
	d := l.house.database
	there := l.customers()
	for name, id := range l.made {
		if got, ok := there[name]; !ok || got.ID != id {
			l.t.Errorf("%s was acknowledged as %s and is %q", name, id, got.ID)
		}
	}
	for name := range there {
		if !l.sent[name] {
			l.t.Errorf("nobody sent %s", name)
		}
	}
	for id, n := range l.patched {
		var got chaosCustomer
		for _, c := range there {
			if c.ID == id {
				got = c
			}
		}
		if value, err := strconv.Atoi(got.Alert); err != nil || value < n {
			l.t.Errorf("change %d of %s was acknowledged, it says %q", n, id, got.Alert)
		}
	}
	for what, query := range map[string]string{
		"customers without exactly one event of their making": `select count(*) from customerspets.customers c where 1 <>
			(select count(*) from outbox.events e where e.account_id = c.account_id and e.record_id = c.id and e.type = 'customer.created')`,
		"customers with more or fewer changes than events": `select count(*) from customerspets.customers c where c.version <>
			(select count(*) from outbox.events e where e.account_id = c.account_id and e.record_id = c.id)`,
		"events of nothing": `select count(*) from outbox.events e where not exists (select from customerspets.customers c where c.id = e.record_id)`,
		"events without exactly one delivery": `select count(*) from outbox.events e where 1 <>
			(select count(*) from webhooks.deliveries w where w.account_id = e.account_id and w.event_id = e.id)`,
		"events out of order": `select count(*) from (select body::json #>> '{data,object,version}' as version,
			row_number() over (partition by record_id order by sequence) as n from outbox.events) o where version <> n::text`,
		"deliveries that were given up": `select count(*) from webhooks.deliveries where status = 'failed'`,
	} {
		if n := d.Number(query); n != 0 {
			l.t.Errorf("%s: %d", what, n)
		}
	}
}

// arrived waits until the receiver has got every event. If a process is killed, or loses the database's response, its attempts are
// due again when their lease ends. That takes half a minute, which is shortened here.
func (l *chaosLoad) arrived() {
	l.t.Helper()
	l.run(3 * time.Second) // for attempts that are really in progress
	l.house.database.Exec("petcare", `update webhooks.deliveries set next_attempt_at = now() where next_attempt_at > now()`)
	l.house.allArrived(20 * time.Second)
}

func (h *deployment) allArrived(within time.Duration) {
	h.t.Helper()
	events := h.database.Number(`select count(*) from outbox.events where type <> 'webhook.test'`)
	kit.Eventually(h.t, "every event arrives", within, func() bool { return h.receiver.distinct() >= events })
	if n := h.receiver.distinct(); n != events {
		h.t.Errorf("%d events arrived, there are %d", n, events)
	}
	if n := h.receiver.mostAtOnce(); n > 1 {
		h.t.Errorf("one delivery was attempted %d times at once", n)
	}
}

type chaosCustomer struct{ Name, ID, Alert string }

// customers returns the customers in the database by first name, which must be unique.
func (l *chaosLoad) customers() map[string]chaosCustomer {
	l.t.Helper()
	conn := l.house.database.Connect("petcare")
	defer conn.Close(context.Background())
	rows, _ := conn.Query(context.Background(), `select first_name, id::text, coalesce(alert, '') from customerspets.customers`)
	there := map[string]chaosCustomer{}
	for _, c := range testkit.Must[[]chaosCustomer](l.t)(pgx.CollectRows(rows, pgx.RowToStructByPos[chaosCustomer])) {
		if _, twice := there[c.Name]; twice {
			l.t.Errorf("%s is there twice", c.Name)
		}
		there[c.Name] = c
	}
	return there
}
