package e2e

import (
	"io"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestSweepersFindNothingToComplainAbout(t *testing.T) {
	t.Parallel()
	s := kit.Start(t, kit.Config(kit.FreshURL(t)), io.Discard)
	tenant := s.Tenant()
	tenant.NewPet(tenant.NewCustomer(nil), nil)
	for _, sweeper := range s.Parts.Sweepers {
		if _, err := sweeper.Sweep(t.Context()); err != nil {
			t.Errorf("%s: %v", sweeper.Name, err)
		}
	}
}

func TestStatementsThatForgetTheAccountAreFound(t *testing.T) {
	t.Parallel()
	kit.Shared(t)
	for sql, lacks := range map[string]bool{
		`SELECT * FROM "notes"."notes" WHERE account_id = $1`:                                                                       false,
		`SELECT * FROM "notes"."notes" WHERE id = $1`:                                                                               true,
		`select 1 from customerspets.pets p join customerspets.customers c on c.account_id = p.account_id where p.account_id = $1`:  true,
		`select 1 from customerspets.pets p where p.account_id = $1 and exists (select from notes.notes n where n.account_id = $2)`: false,
		`select 1 from customerspets.pet_labels where account_id = any($1)`:                                                         true,
		`insert into notes.notes (account_id, id) values ($1, $2)`:                                                                  false,
		`select 1 from outbox.events`:                                                                                               false,
	} {
		if kit.LacksAccount(sql) != lacks {
			t.Errorf("%t for %s", !lacks, sql)
		}
	}
}
