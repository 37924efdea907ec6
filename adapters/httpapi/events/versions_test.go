package events

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/testkit"
)

// A reader whose requests go to replicas of two versions in turn, as during an upgrade, misses nothing.
func TestReaderOfTwoVersionsGetsEveryEventOnce(t *testing.T) {
	t.Parallel()
	k := testkit.New(t)
	types := events.TypesOf[struct{}]("customers:read", "pet.created")
	older := serve(k, events.NewCatalog(types), time.Minute, nil)
	types = slices.Concat(types, events.TypesOf[struct{}]("customers:read", "pet.groomed"), events.TypesOf[struct{}]("spa:read", "spa.booked"))
	newer := serve(k, events.NewCatalog(types), time.Minute, nil)
	k.Outbox = outbox.New(k.DB, types, k.Clock)
	all := []string{"spa.booked", "pet.created", "pet.groomed", "spa.booked", "spa.booked", "pet.created", "pet.groomed"}
	for _, name := range all {
		if err := k.Record(k.Ctx, events.Public{Type: name, Account: k.Account, Record: ids.New(), Object: struct{}{}}); err != nil {
			t.Fatal(err)
		}
	}
	pets := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return name == "spa.booked" })
	for _, c := range []struct {
		abilities   []string
		types, want string
	}{
		{[]string{"*"}, "", strings.Join(all, " ")},
		{[]string{"events:read", "customers:read", "spa:read"}, "", strings.Join(all, " ")},
		{[]string{"events:read", "customers:read"}, "", strings.Join(pets, " ")},
		{[]string{"*"}, "&types=pet.*", strings.Join(pets, " ")},
	} {
		older.Key.Abilities, newer.Key.Abilities = c.abilities, c.abilities
		var got []string
		after := events.Oldest
		for n, more := 0, true; more; n++ {
			s := []*site{older, newer}[n%2]
			response, leave := s.ask(t, "limit=2&after="+after+c.types, "application/json")
			var p struct {
				Data []struct{ Type string }
				Next string `json:"next_cursor"`
				More bool   `json:"has_more"`
			}
			if err := json.NewDecoder(response.Body).Decode(&p); err != nil {
				t.Fatal(err)
			}
			leave()
			for _, e := range p.Data {
				got = append(got, e.Type)
			}
			after, more = p.Next, p.More
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q of %q: %q", c.types, c.abilities, got)
		}
	}
	older.Key.Abilities = []string{"events:read", "spa:read"}
	stream := older.stream(t, events.Oldest)
	defer stream.leave()
	for range 3 {
		if _, data := stream.next(); !strings.Contains(data, `"type":"spa.booked"`) {
			t.Fatalf("the stream has %q", data)
		}
	}
}
