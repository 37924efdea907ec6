package auth

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/jsonb"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Abilities lists the abilities that the operations of all modules require.
type Abilities []string

// allAbilities is the ability that includes all others, also later ones.
const allAbilities = "*"

// CreateKey creates an API key. It fails with apperr.Invalid, which names each wrong field.
func (s *Service) CreateKey(ctx context.Context, d KeyCreate) (NewKey, error) {
	k, err := s.checkKey(ctx, d)
	if err != nil {
		return NewKey{}, err
	}
	if d.Expires > 0 {
		k.ExpiresAt = new(s.needs.Clock.Now().Add(d.Expires))
	}
	var made NewKey
	err = s.needs.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := s.needs.Locations.RequireOpen(ctx, k.OrganizationID); err != nil {
			return err
		}
		made, err = s.addKey(ctx, k)
		return err
	})
	return made, err
}

// addKey generates the secret of a key, stores the key and records its event.
func (s *Service) addKey(ctx context.Context, k Key) (NewKey, error) {
	secret := newSecret()
	hash := fingerprintOf(secret)
	k.ID, k.CreatedAt = ids.New(), s.needs.Clock.Now()
	k.UpdatedAt = k.CreatedAt
	maker := caller.From(ctx)
	k.CreatedBy = jsonb.New(new(maker.Actor()))
	if maker.Kind == caller.APIKey {
		k.MakerID = &maker.ID
	}
	k.Prefix, k.Hash = secret[:prefixLength], hash[:]
	if err := s.needs.Keys.InsertKey(ctx, k); err != nil {
		return NewKey{}, err
	}
	return NewKey{k, secret}, s.recordKey(ctx, KeyCreated, k, nil)
}

func (s *Service) checkKey(ctx context.Context, d KeyCreate) (Key, error) {
	var f apperr.FieldErrors
	k := Key{Organization: text.Clean(d.Organization), Name: text.Clean(d.Name)}
	checkKeyName(k.Name, &f)
	if d.Expires < 0 {
		f.Add("expires", "range", "is not in the future")
	}
	k.Abilities = jsonb.New(s.checkAbilities(d.Abilities, &f))
	chosen, err := s.checkAccounts(ctx, &k, d.AccountCodes, &f)
	if err != nil {
		return Key{}, err
	}
	k.AccountIDs = jsonb.New(chosen)
	return k, f.Err()
}

func checkKeyName(name string, errs *apperr.FieldErrors) {
	if n := text.Len(name); n < 1 || n > 100 || !text.Valid(name) {
		errs.Add("name", "length", "is not text of 1 to 100 characters")
	}
}

func (s *Service) checkAbilities(wanted []string, f *apperr.FieldErrors) []string {
	if len(wanted) == 0 {
		f.Add("abilities", "required", "name at least one of "+s.abilityNames())
	}
	chosen := []string{}
	for i, a := range wanted {
		switch {
		case a != allAbilities && !slices.Contains(s.needs.Abilities, a):
			f.Add(fmt.Sprintf("abilities[%d]", i), "enum", "is not one of "+s.abilityNames()+text.DidYouMean(a, s.needs.Abilities))
		case !slices.Contains(chosen, a):
			chosen = append(chosen, a)
		}
	}
	return chosen
}

func (s *Service) abilityNames() string {
	return strings.Join(append(slices.Sorted(slices.Values(s.needs.Abilities)), allAbilities), ", ")
}

// checkAccounts finds the organization and those of its accounts that codes names.
func (s *Service) checkAccounts(ctx context.Context, k *Key, codes []string, f *apperr.FieldErrors) ([]uuid.UUID, error) {
	chosen := []uuid.UUID{}
	organization, err := s.needs.Locations.GetOrganization(ctx, k.Organization)
	if apperr.Is(err, apperr.NotFound) {
		f.Add("organization", "unknown", "is not the name of an organization")
		return chosen, nil
	}
	if err != nil {
		return nil, err
	}
	k.OrganizationID = organization
	all, err := s.needs.Locations.ListAccounts(ctx, organization)
	if err != nil {
		return nil, err
	}
	for i, code := range codes {
		at := slices.IndexFunc(all, func(l Location) bool { return l.Code == code })
		switch {
		case at < 0:
			f.Add(fmt.Sprintf("accounts[%d]", i), "unknown", "is not the code of an account of the organization")
		case !slices.Contains(chosen, all[at].ID):
			chosen = append(chosen, all[at].ID)
		}
	}
	return chosen, nil
}

// ListKeys lists all API keys, newest first, including revoked and expired ones.
func (s *Service) ListKeys(ctx context.Context) ([]Key, error) { return s.needs.Keys.ListKeys(ctx) }
