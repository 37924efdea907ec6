package healthrecords

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/record"
)

type builtIn struct {
	name, abbreviation string
	species            []string
	months             int
}

// builtIns are the vaccination types that every account starts with. Names are unique in an account, so one type
// serves all species that get the vaccine.
func builtIns() []builtIn {
	return []builtIn{
		{"Bordetella", "BORD", []string{"dog"}, 12},
		{"Canine influenza", "CIV", []string{"dog"}, 12},
		{"DHPP", "DHPP", []string{"dog"}, 36},
		{"Distemper", "CDV", []string{"ferret"}, 12},
		{"FeLV", "FELV", []string{"cat"}, 12},
		{"FVRCP", "FVRCP", []string{"cat"}, 36},
		{"Leptospirosis", "LEPTO", []string{"dog"}, 12},
		{"Lyme", "LYME", []string{"dog"}, 12},
		{"Myxomatosis", "MYXO", []string{"rabbit"}, 12},
		{"Rabies", "RAB", []string{"dog", "cat", "ferret"}, 36},
		{"RHD", "RHD", []string{"rabbit"}, 12},
	}
}

// ensureBuiltIns ensures that the account has the built-in types. They are made when they are first needed, so that
// accounts need not be told of this module; nobody did it, so no event tells of it. Two that need them at once write
// them in the same order, and the second finds them there.
func (s *Service) ensureBuiltIns(ctx context.Context, account uuid.UUID) error {
	there, err := s.stores.VaccinationTypes.HasBuiltIns(ctx, account)
	if err != nil || there {
		return err
	}
	now := s.env.Clock.Now()
	var types []VaccinationType
	for _, b := range builtIns() {
		types = append(types, VaccinationType{
			Meta: record.Meta{ID: ids.New(), AccountID: account, CreatedAt: now, UpdatedAt: now, Version: 1},
			Name: b.name, NameKey: NameKey(b.name), Abbreviation: &b.abbreviation, Species: jsonb.New(b.species),
			RequiredFor: jsonb.New([]string{}), DefaultValidityMonths: &b.months, BuiltIn: true,
		})
	}
	return s.env.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.stores.Announcements.Follow(ctx, account); err != nil {
			return err
		}
		return s.stores.VaccinationTypes.InsertMissing(ctx, types...)
	})
}
