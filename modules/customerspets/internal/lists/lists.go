// Package lists asks configlists about breeds, statuses, colour codes and forms.
package lists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Lists implements customerspets.Lists.
type Lists struct{ configlists *configlists.Service }

// New makes Lists.
func New(s *configlists.Service) Lists { return Lists{s} }

// BreedsForShare implements customerspets.Lists.
func (l Lists) BreedsForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]customerspets.Breed, error) {
	found, err := l.configlists.BreedsForShare(ctx, account, ids)
	return convert(found, breed), err
}

// BreedsNamed implements customerspets.Lists.
func (l Lists) BreedsNamed(ctx context.Context, account uuid.UUID, species string,
	names []string) (map[string]customerspets.Breed, error) {
	found, err := l.configlists.BreedsNamed(ctx, account, species, names)
	return convert(found, breed), err
}

// BreedNames implements customerspets.Lists.
func (l Lists) BreedNames(ctx context.Context, account uuid.UUID) ([]string, error) {
	return l.configlists.BreedNamesOfParts(ctx, account)
}

// StatusesForShare implements customerspets.Lists.
func (l Lists) StatusesForShare(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	found, err := l.configlists.SecondaryPetStatusesForShare(ctx, account, ids)
	return convert(found, statusName), err
}

// Statuses implements customerspets.Lists.
func (l Lists) Statuses(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error) {
	found, err := l.configlists.SecondaryPetStatuses(ctx, account, ids)
	return convert(found, statusName), err
}

// StatusesNamed implements customerspets.Lists.
func (l Lists) StatusesNamed(ctx context.Context, account uuid.UUID, names []string) (map[string]uuid.UUID, error) {
	found, err := l.configlists.SecondaryPetStatusesNamed(ctx, account, names)
	return convert(found, func(s configlists.SecondaryPetStatus) uuid.UUID { return s.ID }), err
}

// ColourCodesForShare implements customerspets.Lists.
func (l Lists) ColourCodesForShare(ctx context.Context, account uuid.UUID, kind customerspets.Kind,
	ids []uuid.UUID) (map[uuid.UUID]bool, error) {
	found, err := l.configlists.ColourCodesForShare(ctx, account, configlists.ColourCodeType(kind), ids)
	return convert(found, func(configlists.ColourCode) bool { return true }), err
}

// ColourCodesNamed implements customerspets.Lists.
func (l Lists) ColourCodesNamed(ctx context.Context, account uuid.UUID, kind customerspets.Kind,
	names []string) (map[string]uuid.UUID, error) {
	found, err := l.configlists.ColourCodesNamed(ctx, account, configlists.ColourCodeType(kind), names)
	return convert(found, func(c configlists.ColourCode) uuid.UUID { return c.ID }), err
}

// FormForShare implements customerspets.Lists.
func (l Lists) FormForShare(ctx context.Context, account uuid.UUID, kind customerspets.Kind) (customerspets.Form, error) {
	fields, err := l.configlists.FormForShare(ctx, account, configlists.Form(kind))
	return form(fields), err
}

// Form implements customerspets.Lists.
func (l Lists) Form(ctx context.Context, account uuid.UUID, kind customerspets.Kind) (customerspets.Form, error) {
	fields, err := l.configlists.Form(ctx, account, configlists.Form(kind))
	return form(fields), err
}

func form(fields configlists.FieldSet) customerspets.Form {
	f := customerspets.Form{Standard: convert(fields.Standard, rule), Custom: map[string]customerspets.Rule{}, Check: fields.CheckCustom,
		Words: map[string]map[string]string{}}
	for _, field := range fields.Custom {
		f.Custom[field.Key] = rule(field)
		words := map[string]string{}
		for _, o := range field.Options.Get() {
			words[text.Fold(o.Label)] = o.Value
		}
		for _, o := range field.Options.Get() { // a value wins over the label of another one
			words[text.Fold(o.Value)] = o.Value
		}
		f.Words[field.Key] = words
	}
	return f
}

func rule(f configlists.Field) customerspets.Rule {
	return customerspets.Rule{Required: f.RequiresValue(), Visible: f.VisibleForCustomer(), Editable: f.EditableForCustomer(),
		Phone: f.Type == configlists.Phone}
}

func breed(b configlists.Breed) customerspets.Breed {
	return customerspets.Breed{ID: b.ID, Name: b.Name, Species: b.Species}
}

func statusName(s configlists.SecondaryPetStatus) string { return s.Name }

func convert[K comparable, V, W any](from map[K]V, to func(V) W) map[K]W {
	made := make(map[K]W, len(from))
	for k, v := range from {
		made[k] = to(v)
	}
	return made
}
