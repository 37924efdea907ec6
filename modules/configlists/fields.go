package configlists

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// ListFields lists the fields of a form: the standard ones, then the custom ones, each by item_order; kind "" is both.
// Customers get those that they may see.
func (s *Service) ListFields(ctx context.Context, account uuid.UUID, form Form, kind FieldKind,
	page paging.Request) (paging.Page[Field], error) {
	standard, custom, err := s.form(ctx, account, form)
	if err != nil {
		return paging.Page[Field]{}, err
	}
	var list []Field
	if kind != CustomField {
		list = append(list, standard...)
	}
	if kind != StandardField {
		list = append(list, custom...)
	}
	if caller.From(ctx).IsCustomer() {
		list = slices.DeleteFunc(list, func(f Field) bool { return !f.VisibleForCustomer() })
	}
	return pageOf(list, page)
}

// pageOf cuts a page out of all fields of a form; there are never many.
func pageOf(list []Field, page paging.Request) (paging.Page[Field], error) {
	if page.After != nil {
		if len(page.After) != 3 {
			return paging.Page[Field]{}, paging.BadCursor()
		}
		kind := FieldKind(page.After[0])
		order, id, err := paging.Request{After: page.After[1:]}.NumberID()
		if err != nil || kind != StandardField && kind != CustomField {
			return paging.Page[Field]{}, paging.BadCursor()
		}
		list = slices.DeleteFunc(list, func(f Field) bool {
			// Standard fields come before custom ones, against the alphabet.
			return cmp.Or(cmp.Compare(kind, f.Kind), cmp.Compare(int64(f.ItemOrder), order), bytes.Compare(f.ID[:], id[:])) <= 0
		})
	}
	return paging.Cut(page, list[:min(len(list), page.Fetch())], func(f Field) []string {
		return []string{string(f.Kind), strconv.Itoa(f.ItemOrder), f.ID.String()}
	}), nil
}

// GetField is one custom field of a form. It fails with apperr.NotFound, also for customers who may not see it.
func (s *Service) GetField(ctx context.Context, account uuid.UUID, form Form, id uuid.UUID) (Field, error) {
	f, err := s.store.Fields.Get(ctx, account, id)
	if err != nil {
		return Field{}, err
	}
	if !form.hasCustom(f) || caller.From(ctx).IsCustomer() && !f.VisibleForCustomer() {
		return Field{}, apperr.NewNotFound("form field")
	}
	return f, nil
}

// shows reports whether the caller may see what the standard field of a type holds: staff's labels are for customers only where the form
// shows them.
func (s *Service) shows(ctx context.Context, account uuid.UUID, form Form, kind FieldType) (bool, error) {
	if !caller.From(ctx).IsCustomer() {
		return true, nil
	}
	standard, _, err := s.form(ctx, account, form)
	return slices.ContainsFunc(standard, func(f Field) bool { return f.Type == kind && f.VisibleForCustomer() }), err
}

// mayRead fails with apperr.NotFound where shows says no.
func (s *Service) mayRead(ctx context.Context, account uuid.UUID, form Form, kind FieldType, noun string) error {
	shown, err := s.shows(ctx, account, form, kind)
	if err == nil && !shown {
		err = apperr.NewNotFound(noun)
	}
	return err
}

// form reads all fields of a form, each kind by item_order.
func (s *Service) form(ctx context.Context, account uuid.UUID, form Form) (standard, custom []Field, err error) {
	rows, err := s.store.Fields.OfForm(ctx, account, form)
	if err != nil {
		return nil, nil, err
	}
	return withChanges(ofAccount(account, s.standard[form]), rows), customOf(rows), nil
}

// lockForm reads a form and keeps others from reading it for share or changing it until the transaction ends.
func (s *Service) lockForm(ctx context.Context, account uuid.UUID, form Form) (standard, custom []Field, err error) {
	if err := s.lock(ctx, account, form.lock()); err != nil {
		return nil, nil, err
	}
	return s.form(ctx, account, form)
}

func customOf(rows []Field) []Field {
	return slices.DeleteFunc(slices.Clone(rows), func(f Field) bool { return f.Kind != CustomField })
}
