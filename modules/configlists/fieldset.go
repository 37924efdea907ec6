package configlists

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// FieldSet are the fields of one form: the rules for the values of records.
type FieldSet struct {
	Standard map[string]Field // by key; without ids and times
	Custom   []Field          // by item_order
}

// Form reads the fields of a form.
func (s *Service) Form(ctx context.Context, account uuid.UUID, form Form) (FieldSet, error) {
	rows, err := s.store.Fields.OfForm(ctx, account, form)
	standard := lists.KeyBy(withChanges(s.standard[form], rows), func(f Field) string { return f.Key })
	return FieldSet{standard, customOf(rows)}, err
}

// FormForShare reads the fields of a form and keeps them from changing until the transaction of ctx ends. Many may
// hold it so at once. Call it before locking rows of customers and pets.
func (s *Service) FormForShare(ctx context.Context, account uuid.UUID, form Form) (FieldSet, error) {
	if err := s.store.Locks.LockShared(ctx, lockKey(account, form.lock())); err != nil {
		return FieldSet{}, err
	}
	return s.Form(ctx, account, form)
}

// CheckCustom checks the values of a custom_fields object against their fields. The result has the same keys, each with
// the value as it is stored: a string, a bool, a float64, a []string, or nil for a value that is cleared (null, or empty
// text, or an empty choice). Each field error is at "custom_fields.<key>".
func (s FieldSet) CheckCustom(values map[string]any) (map[string]any, apperr.FieldErrors) {
	fields := lists.KeyBy(s.Custom, func(f Field) string { return f.Key })
	var errs apperr.FieldErrors
	stored := make(map[string]any, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		f, ok := fields[key]
		if !ok {
			errs.Add("custom_fields."+key, "unknown", "is not a custom field of this form"+text.DidYouMean(key, slices.Sorted(maps.Keys(fields))))
			continue
		}
		value, wrong := f.stored(values[key])
		if wrong != nil {
			errs.Add("custom_fields."+key, wrong.Code, wrong.Message)
			continue
		}
		stored[key] = value
	}
	return stored, errs
}
