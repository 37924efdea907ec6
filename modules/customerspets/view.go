package customerspets

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/jsonb"
)

// What customers see of customers and pets is decided here alone: a key is shown when a form field stands for it that is
// visible to customers. Whatever no form field stands for is hidden, so a new field is, until its form field shows it.

// alwaysShown are the keys that customers see whatever the form says.
var alwaysShown = []string{"id", "account_id", "customer_id", "created_at", "updated_at", "version", "login", "name", "species"}

// shownWith are the keys that are made from another one, whose form field stands for them.
var shownWith = map[string]string{"breed": "breed_ids", "secondary_pet_status": "secondary_pet_status_id", "photo": "photo_file_id"}

// view is a record as the caller may see it; staff see all of it.
func view[R any](ctx context.Context, s *Service, account uuid.UUID, kind Kind, fields fieldSet[R], r R) (R, error) {
	if !caller.From(ctx).IsCustomer() {
		return r, nil
	}
	return customersView(ctx, s, account, kind, fields, r)
}

// customersView is a function of its own because what it points to moves to the heap.
func customersView[R any](ctx context.Context, s *Service, account uuid.UUID, kind Kind, fields fieldSet[R], r R) (R, error) {
	form, err := s.lists.Form(ctx, account, kind)
	fields.cut(&r, form)
	return r, err
}

// cut empties the keys that the form does not show to customers.
func (fs fieldSet[R]) cut(r *R, form Form) {
	record := reflect.ValueOf(r).Elem()
	for key, field := range fs {
		if slices.Contains(alwaysShown, key) || form.shows(key) {
			continue
		}
		value := record.FieldByIndex(field.Index)
		switch v := value.Addr().Interface().(type) {
		case *jsonb.Of[map[string]any]:
			*v = jsonb.New(form.visible(v.Get()))
		case interface{ Clear() }:
			v.Clear()
		default:
			value.SetZero()
		}
	}
}

// shows reports whether customers see a key.
func (f Form) shows(key string) bool { return f.Standard[cmp.Or(shownWith[key], key)].Visible }

// showsAll reports whether customers see the keys that a filter asks for.
func (f Form) showsAll(asked map[string]bool) bool {
	for key, isAsked := range asked {
		if isAsked && !f.shows(key) {
			return false
		}
	}
	return true
}

// visible are the custom values that customers see.
func (f Form) visible(values map[string]any) map[string]any {
	visible := map[string]any{}
	for key, value := range values {
		if f.Custom[key].Visible {
			visible[key] = value
		}
	}
	return visible
}

// hideUnseen replaces the faults of keys that a customer neither sent nor sees by one that does not tell what they hold.
func (f Form) hideUnseen(faults apperr.FieldErrors, given presence) apperr.FieldErrors {
	all := len(faults)
	faults = slices.DeleteFunc(faults, func(fault apperr.FieldError) bool {
		key := apperr.TopLevel(fault.Field)
		_, isGiven := given.isNull[key]
		return fault.Code != "required" && !isGiven && !slices.Contains(alwaysShown, key) && !f.shows(key)
	})
	if len(faults) < all {
		faults.Add("", "not_allowed", "does not go with what the location has recorded: ask the location to change it")
	}
	return faults
}
