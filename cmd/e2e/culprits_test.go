package e2e

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// In any order, a revert does its part or names the changes that are in its way, and no others: once these are reverted, it goes.
func TestRevertsInRandomOrderDoTheirPartOrNameTheCulprit(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{2, 10, 19} {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			revertInRandomOrder(t, seed)
		})
	}
}

func revertInRandomOrder(t *testing.T, seed uint64) {
	w := undoing{world: newWorld(t, seed), at: map[string]int{}, told: map[string][]map[string]any{}, of: map[string]string{}, now: map[string]string{}}
	start := w.state()
	for len(w.at) < 50 {
		w.change()
		for _, c := range w.newChanges() {
			w.add(c["id"].(string), c["id"].(string))
		}
	}
	all := slices.Sorted(maps.Keys(w.at))
	w.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for slices.ContainsFunc(all, w.inEffect) { // what is redone, because something depends on it, is undone after that
		for _, id := range all {
			if w.inEffect(id) {
				w.turn(id)
			}
		}
	}
	if w.named == 0 {
		t.Error("nothing was in the way of any")
	}
	w.wantState("after all are undone", start)
	w.wantMirror()
}

// undoing reverts changes one by one.
type undoing struct {
	*world
	at    map[string]int // the changes, their reverts, and the reverts of these, in their order
	told  map[string][]map[string]any
	of    map[string]string // the change that a revert, or one of that, is about; itself if it is none
	now   map[string]string // the last of these of a change
	named int               // culprits
}

func (w *undoing) add(change, of string) {
	w.at[change], w.of[change], w.now[of] = len(w.at), of, change
}

// isDone returns whether a change or a revert does the change, not undoes it.
func (w *undoing) isDone(change string) bool {
	done := true
	for id, of := range w.of {
		if of == w.of[change] && w.at[id] < w.at[change] {
			done = !done
		}
	}
	return done
}

func (w *undoing) inEffect(change string) bool { return w.isDone(w.now[change]) }

func (w *undoing) eventsOf(change string) []map[string]any {
	if w.told[change] == nil {
		w.told[change] = w.Do("GET", "changes/"+change+"/events?limit=200", nil).List()
	}
	return w.told[change]
}

// turn undoes a change, or redoes it if it is undone, after all that are named as being in the way.
func (w *undoing) turn(id string) {
	w.T.Helper()
	for was := w.now[id]; was == w.now[id]; {
		if len(w.at) > 500 {
			w.T.Fatal("the culprits have no end")
		}
		r := w.revert(was)
		if r.Status == 201 {
			by := r.Object(201)["id"].(string)
			w.wantBack(was, by)
			w.add(by, id)
			return
		}
		culprits := map[string]string{}
		if taken, ok := r.Object(409)["conflicts_with"].(string); ok {
			w.named++
			w.turn(w.of[w.maker(taken)])
			continue
		}
		for _, b := range blockers(r, 409) {
			w.named++
			by, _ := b["change_id"].(string)
			of := w.of[by]
			if of == "" || w.at[by] <= w.at[was] || w.isDone(by) != w.inEffect(of) || !slices.ContainsFunc(w.eventsOf(by), isCulprit(b)) {
				w.T.Fatalf("%d %v is not in the way of %d %v: %v", w.at[by], w.eventsOf(by), w.at[was], w.eventsOf(was), b)
			}
			culprits[of] = w.now[of]
		}
		for _, of := range slices.Sorted(maps.Keys(culprits)) {
			if w.now[of] == culprits[of] {
				w.turn(of)
			}
		}
	}
}

// maker is the last change that has created a record.
func (w *undoing) maker(record string) string {
	w.T.Helper()
	for _, c := range w.Do("GET", "changes?recordId="+record, nil).List() {
		id := c["id"].(string)
		if slices.ContainsFunc(w.eventsOf(id), func(e map[string]any) bool {
			return objectOf(e)["id"] == record && strings.HasSuffix(e["type"].(string), ".created")
		}) {
			return id
		}
	}
	w.T.Fatal("nothing has created ", record)
	return ""
}

// isCulprit returns whether an event has set the key of a blocker again, removed its record or one that it refers to, or made another one
// refer to it.
func isCulprit(b map[string]any) func(e map[string]any) bool {
	return func(e map[string]any) bool {
		record, key, verb := objectOf(e)["id"], b["key"], e["type"].(string)[strings.Index(e["type"].(string), ".")+1:]
		if by, ok := b["by"].(map[string]any); ok && b["code"] == "changed_since" {
			return by["id"] == record && verb == "deleted"
		} else if ok {
			text := fmt.Sprint(objectOf(e))
			return by["id"] == record && verb != "deleted" && strings.Contains(text, b["id"].(string))
		}
		if key == "ids" { // a new order of fields
			return verb == "reordered"
		}
		_, has := settingsOf(e)[fmt.Sprint(key)]
		return record == b["id"] && (has || key == nil && verb == "deleted")
	}
}

func objectOf(e map[string]any) map[string]any {
	return e["data"].(map[string]any)["object"].(map[string]any)
}

// settingsOf are the keys that an event has set, and in objects theirs, with the old values. Those that are computed it leaves out.
func settingsOf(e map[string]any) map[string]any {
	set, now := map[string]any{}, objectOf(e)
	previous, _ := e["data"].(map[string]any)["previous"].(map[string]any)
	for key, old := range without(previous).(map[string]any) {
		was, ok := old.(map[string]any)
		is, both := now[key].(map[string]any)
		switch {
		case derived[key]:
		case ok && both:
			all := maps.Clone(is)
			maps.Copy(all, was)
			for inner := range all {
				if !reflect.DeepEqual(was[inner], is[inner]) {
					set[key+"."+inner] = was[inner]
				}
			}
		default:
			set[key] = old
		}
	}
	return set
}

// derived are keys in events that nobody sets.
var derived = map[string]bool{"breed": true}

// wantBack compares the events of a revert with those that it has undone.
func (w *undoing) wantBack(id, by string) {
	w.T.Helper()
	verb := func(e map[string]any) string { return e["type"].(string)[strings.Index(e["type"].(string), ".")+1:] }
	for i, e := range w.eventsOf(id) {
		of := func(other map[string]any) bool { return objectOf(other)["id"] == objectOf(e)["id"] }
		first := slices.IndexFunc(w.eventsOf(id), of) == i
		var back map[string]any // the last event of the record
		for _, other := range w.eventsOf(by) {
			if of(other) {
				back = other
			}
		}
		want := map[string]string{"created": "deleted", "deleted": "created", "updated": "updated"}[verb(e)]
		if set := settingsOf(e); first && want != "" && (want != "updated" || len(set) > 0) {
			if back == nil || verb(back) != want {
				w.T.Errorf("%s is not undone by %v", e, back)
				continue
			}
			for key, old := range set {
				key, inner, _ := strings.Cut(key, ".")
				now := objectOf(back)[key]
				if inner != "" {
					now = now.(map[string]any)[inner]
				}
				if !reflect.DeepEqual(now, old) {
					w.T.Errorf("%s was %v and is %v after the revert of %v", key, old, now, e)
				}
			}
		}
	}
}
