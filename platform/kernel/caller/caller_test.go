package caller_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
)

func TestNobodyMayDoNothing(t *testing.T) {
	t.Parallel()
	nobody := caller.From(t.Context())
	if nobody.IsCustomer() || nobody.Sees(ids.New()) || nobody.Sees(uuid.Nil) || nobody.Holds("pets:read") || nobody.Holds("") {
		t.Errorf("%+v may do something", nobody)
	}
}

func TestCallerTravelsWithTheContext(t *testing.T) {
	t.Parallel()
	own := ids.New()
	ctx := caller.With(t.Context(), caller.Caller{Kind: caller.Customer, Accounts: []uuid.UUID{own}})
	if c := caller.From(ctx); !c.IsCustomer() || !c.Sees(own) || c.Sees(ids.New()) || c.Holds("pets:read") {
		t.Errorf("%+v", c)
	}
	if caller.From(caller.With(ctx, caller.Caller{Kind: caller.APIKey})).IsCustomer() {
		t.Error("an API key is taken for a customer")
	}
}

func TestKeyHoldsItsAbilitiesOrAll(t *testing.T) {
	t.Parallel()
	some, all := caller.Caller{Abilities: []string{"pets:read"}}, caller.Caller{Abilities: []string{"*"}}
	if !some.Holds("pets:read") || some.Holds("pets:write") || some.Holds("*") {
		t.Errorf("%v", some.Abilities)
	}
	if !all.Holds("pets:read") || !all.Holds("pets:write") {
		t.Errorf("%v", all.Abilities)
	}
}
