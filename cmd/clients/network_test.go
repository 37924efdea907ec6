package clients

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestCreatesAreExactlyAThousandWhenTheServerIsKilledAmongThem(t *testing.T) {
	forEach(t, func(t *testing.T, c client) {
		b := newBusiness(t)
		b.Begin(t)
		o := c.start(t, "creates", b.URL, b)
		for made := 1; made <= 1000; made++ {
			o.next(t)
			if made == 250 || made == 600 {
				b.kill(t, syscall.SIGKILL)
				b.restart(t)
			}
		}
		if err := <-o.ended; err != nil {
			t.Fatalf("%v\n%s", err, o.errs)
		}
		names := map[any]int{}
		for cursor := ""; ; {
			page := b.tenant(t).Do("GET", "customers?limit=200"+cursor, nil).Object(200)
			for _, record := range page["data"].([]any) {
				names[record.(map[string]any)["first_name"]]++
			}
			if page["next_cursor"] == nil {
				break
			}
			cursor = "&cursor=" + page["next_cursor"].(string)
		}
		total := 0
		for name, n := range names {
			if total += n; n != 1 {
				t.Errorf("%v was made %d times", name, n)
			}
		}
		if total != 1000 {
			t.Errorf("%d customers were made", total)
		}
	})
}

func TestFeedGoesOnAcrossARestartAndFromAStoredCursor(t *testing.T) {
	forEach(t, func(t *testing.T, c client) {
		for _, scenario := range c.feeds {
			t.Run(scenario, func(t *testing.T) {
				t.Parallel()
				b := newBusiness(t)
				b.Begin(t)
				made := 0
				var cursor string
				o := c.start(t, scenario, b.URL, b, "PETCARE_AFTER=oldest")
				more := func(n int) {
					t.Helper()
					for range n {
						made++
						b.tenant(t).NewCustomer(map[string]any{"first_name": fmt.Sprint("C", made)})
					}
					for i := made - n + 1; i <= made; i++ {
						line := strings.Fields(o.next(t))
						if line[0] != "customer.created" || line[1] != fmt.Sprint("C", i) {
							t.Fatalf("got %v, want customer %d", line, i)
						}
						cursor = line[2]
					}
				}
				more(3)
				b.kill(t, syscall.SIGKILL)
				b.restart(t)
				more(2)
				b.kill(t, syscall.SIGTERM)
				b.restart(t)
				more(2)
				o.stop()
				o = c.start(t, scenario, b.URL, b, "PETCARE_AFTER="+cursor)
				more(2)
			})
		}
	})
}

// kill ends the service with a signal.
func (b business) kill(t testing.TB, signal syscall.Signal) {
	t.Helper()
	if err := b.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	select {
	case <-b.Done:
	case <-time.After(time.Minute):
		t.Fatal("it goes on")
	}
}

func TestReceiversVerifyAndTellEventsApart(t *testing.T) {
	forEach(t, func(t *testing.T, c client) {
		b := newBusiness(t)
		b.Begin(t)
		x := b.tenant(t)
		const secret = "a secret that is long enough"
		address := kit.FreeAddress(t)
		o := c.start(t, "receive", b.URL, b, "PETCARE_LISTEN="+address, "PETCARE_SECRET="+secret)
		listens(t, address)
		forged := kit.At(t, "http://"+address).Send("", "POST", "/", `{"id": "1", "type": "pet.created"}`,
			"X-Service-Timestamp", fmt.Sprint(time.Now().Unix()), "X-Service-Signature", "sha256="+strings.Repeat("0", 64))
		if forged.Status/100 != 4 {
			t.Errorf("a forged delivery: %d", forged.Status)
		}
		x.Do("POST", "/v1/webhooks", map[string]any{"url": "http://" + address, "secret": secret,
			"event_types": []string{"customer.*", "secondary_pet_status.*"}}).Object(201)
		id := x.NewCustomer(map[string]any{"first_name": "Jo"})["id"].(string)
		if line := o.next(t); line != "customer.created Jo" {
			t.Error(line)
		}
		x.Do("PATCH", "customers/"+id, `{"first_name": "Joe"}`).Object(200)
		if line := o.next(t); line != "customer.updated Jo" {
			t.Error(line)
		}
		x.Do("POST", "secondaryPetStatuses", `{"name": "Adored"}`).Object(201)
		if line := o.next(t); line != "secondary_pet_status.created" {
			t.Error(line)
		}
	})
}

// Merges are repeated by who takes the events in their order, and so are the undo and the redo of a merge.
func TestMirrorsRepeatMerges(t *testing.T) {
	forEach(t, func(t *testing.T, c client) {
		b := newBusiness(t)
		b.Begin(t)
		x := b.tenant(t)
		merge := func(kind string, source, target map[string]any) string {
			at := kind + "s/" + target["id"].(string) + "/merge"
			return x.Do("POST", at, map[string]any{"source_id": source["id"]}).Object(201)["change_id"].(string)
		}
		undo := func(change string) string {
			return x.Do("POST", "changes/"+change+"/revert", map[string]any{}).Object(201)["id"].(string)
		}
		var owners, pets []map[string]any
		for i := range 4 {
			owner := x.NewCustomer(map[string]any{"last_name": nil, "external_id": fmt.Sprint("C-", i), "tags": []string{fmt.Sprint(i)}})
			owners, pets = append(owners, owner), append(pets, x.NewPet(owner, nil))
		}
		merge("pet", pets[1], pets[0])
		merge("customer", owners[1], owners[0])
		undo(undo(merge("customer", owners[2], owners[0])))
		undo(merge("customer", owners[3], owners[0]))
		if line := c.start(t, "mirror", b.URL, b).next(t); line != "5 records, 3 merged" {
			t.Error(line)
		}
	})
}
