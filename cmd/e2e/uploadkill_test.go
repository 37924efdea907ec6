package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/petcare/petcare/cmd/internal/kit"
)

// IMPORT_KILLS=50 kills more often.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("IMPORT_KILLS")); err == nil {
		return n
	}
	return 3
}

// A replica is killed at some moment between upload and done. Another one takes the step up, and the import is applied once or, when it
// was not asked for, not at all.
func TestImportIsAppliedOnceWheneverTheProgramIsKilled(t *testing.T) {
	const records = 1000
	url, base, key := newDatabase(t)
	imported, other := 0, kit.StartInstance(t, url)
	for n := range kills() {
		p := kit.StartInstance(t, url)
		u := uploads{kit.Tenant{Service: kit.At(t, p.URL), Key: key, Base: base}}
		var text strings.Builder
		for i := range records {
			fmt.Fprintf(&text, `{"type": "customer", "external_id": "%d-%d", "first_name": "Jo", "last_name": "Ng"}`+"\n", n, i)
		}
		id := u.lines(text.String())
		u.Do("POST", "imports/"+id+"/check", nil).Object(202)
		inApply := n%3 > 0
		if inApply {
			u.until(id, "checked")
			u.Do("POST", "imports/"+id+"/apply", nil).Object(202)
		}
		time.Sleep(rand.N(900 * time.Millisecond)) //nolint:forbidigo // any moment is right
		_ = p.Process.Kill()
		<-p.Done
		u.Service = kit.At(t, other.URL)
		if inApply {
			imported++
			if done := u.until(id, "done", "failed"); done["status"] != "done" || !reflect.DeepEqual(done["counts"], map[string]any{"customer": counts(records, 0, 0, 0)}) {
				t.Errorf("%v", done)
			}
		} else if i := u.until(id, "checked", "failed"); i["status"] != "checked" {
			t.Errorf("%v", i)
		}
	}
	db := openDatabase(t, url)
	if n := number(t, db, "select count(*) from customerspets.customers"); n != records*imported {
		t.Errorf("%d customers after %d imports", n, imported)
	}
	if n := number(t, db, "select count(*) from outbox.events where type = 'customer.created'"); n != records*imported {
		t.Errorf("%d events after %d imports", n, imported)
	}
}
