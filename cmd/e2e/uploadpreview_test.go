package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// previews is how many random files are tried. IMPORT_PREVIEWS=200 tries more.
func previews() int {
	if n, err := strconv.Atoi(os.Getenv("IMPORT_PREVIEWS")); err == nil {
		return n
	}
	return 4
}

// randomFile returns some customers with some of their pets, and the external ids of the customers.
func randomFile(r *rand.Rand) (text string, customers []string) {
	var b strings.Builder
	for _, i := range r.Perm(12)[:r.IntN(12)+1] {
		id := fmt.Sprintf("C-%d", i)
		customers = append(customers, id)
		fmt.Fprintf(&b, `{"type":"customer","external_id":"%s","first_name":"%c","tags":["%d"]}`+"\n", id, 'A'+rune(r.IntN(2)), r.IntN(2))
		for p := range r.IntN(3) {
			fmt.Fprintf(&b, `{"type":"pet","external_id":"P-%d-%d","customer":"%s","name":"Rex","species":"dog","coat":"%d"}`+"\n", i, p, id, r.IntN(2))
		}
	}
	return b.String(), customers
}

func TestCountsOfACheckAreThoseOfTheRunOrSomethingHasChanged(t *testing.T) {
	u := newUploads(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	ids := map[string]string{}
	for n := range previews() {
		text, customers := randomFile(r)
		id := u.lines(text)
		checked := u.check(id)
		known := ids[customers[r.IntN(len(customers))]]
		if known != "" && r.IntN(3) == 0 {
			u.Do("PATCH", "customers/"+known, map[string]any{"alert": fmt.Sprint(n)}).Object(200)
			u.Do("POST", "imports/"+id+"/apply", nil).Problem(409, "changed_since")
			checked = u.check(id)
		}
		if done := u.apply(id); done["status"] != "done" || !reflect.DeepEqual(done["counts"], checked["counts"]) {
			t.Fatalf("file %d: %v, the check said %v\n%s", n, done, checked["counts"], text)
		}
		for _, c := range u.Do("GET", "customers?limit=200", nil).List() {
			ids[c["external_id"].(string)] = c["id"].(string)
		}
		u.Do("DELETE", "imports/"+id, nil)
	}
}
