package events

import (
	"slices"
	"testing"

	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/testkit"
)

func TestFeedHasNoTestsAndOnlyWhatTheKeyMayRead(t *testing.T) {
	t.Parallel()
	tests := events.TypesOf[struct{}]("webhooks:manage", "webhook.test")
	tests[0].Direct = true
	h := newHandler(nil, events.NewCatalog(slices.Concat(tests, events.TypesOf[struct{}]("customers:read", "pet.created"),
		events.TypesOf[struct{}]("notes:read", "note.created"), events.TypesOf[struct{}]("", "secret.created"))))
	for _, c := range []struct {
		abilities []string
		types     string
		want      []string
	}{
		{[]string{"*"}, "", []string{"note.created", "pet.created", "secret.created"}},
		{[]string{"*"}, "*", []string{"note.created", "pet.created", "secret.created"}},
		{[]string{"*"}, "pet.*,note.created", []string{"note.created", "pet.created"}},
		{[]string{"events:read", "customers:read", "webhooks:manage"}, "*", []string{"pet.created"}},
		{[]string{"events:read", "customers:read"}, "note.*", nil},
	} {
		q, err := h.query(caller.Caller{Abilities: c.abilities}, &listInput{Types: c.types})
		if slices.Sort(q.Readable); err != nil || !slices.Equal(q.Readable, c.want) {
			t.Errorf("%q of %q: %q, %v", c.types, c.abilities, q.Readable, err)
		}
	}
	_, err := h.query(caller.Caller{Abilities: []string{"events:read"}}, &listInput{Types: "note.created"})
	testkit.WantKind(t, err, apperr.Forbidden, "ability_missing")
	_, err = h.query(caller.Caller{Abilities: []string{"*"}}, &listInput{Types: "webhook.test"})
	testkit.WantFieldErrors(t, err, "query types unknown")
}
