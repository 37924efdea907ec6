package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/kernel/paging"
)

type fieldList = httpapi.ListOutput[configlists.Field]

type listFieldsInput struct {
	httpapi.AccountPath
	httpapi.Paging
}

func (h formHandler) list(kind configlists.FieldKind) func(context.Context, *listFieldsInput,
	paging.Request) (paging.Page[configlists.Field], error) {
	return func(ctx context.Context, in *listFieldsInput, page paging.Request) (paging.Page[configlists.Field], error) {
		return h.lists.ListFields(ctx, in.AccountID, h.form, kind, page)
	}
}

func (h formHandler) updateStandard(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body configlists.StandardFieldChanges
}) (*fieldList, error) {
	for i, kept := range httpapi.KeptOf(ctx) {
		in.Body.Fields[i].Kept = kept
	}
	list, err := h.lists.UpdateStandardFields(ctx, in.AccountID, h.form, in.Body)
	return httpapi.Whole(ctx, list), err
}

func (h formHandler) reorder(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body configlists.NewFieldOrder
}) (*fieldList, error) {
	list, err := h.lists.ReorderFields(ctx, in.AccountID, h.form, in.Body)
	return httpapi.Whole(ctx, list), err
}

func (h formHandler) create(ctx context.Context, in *struct {
	httpapi.AccountPath
	Body configlists.FieldCreate
}) (configlists.Field, error) {
	return h.lists.CreateField(ctx, in.AccountID, h.form, in.Body)
}

// FieldPath is the path of a custom field.
type FieldPath struct {
	httpapi.AccountPath
	FieldID uuid.UUID `path:"fieldId" format:"uuid" doc:"The custom field"`
}

func (h formHandler) get(ctx context.Context, in *FieldPath) (configlists.Field, error) {
	return h.lists.GetField(ctx, in.AccountID, h.form, in.FieldID)
}

// InUse says what to do with values in use.
type InUse struct {
	Force bool `query:"force" doc:"Clear the values that are in use instead of refusing"`
}

func (h formHandler) update(ctx context.Context, in *struct {
	FieldPath
	httpapi.IfMatch
	InUse
	Body configlists.FieldPatch
}) (configlists.Field, error) {
	return h.lists.UpdateField(ctx, in.AccountID, h.form, in.FieldID, in.Body, in.Match(), in.Force)
}

func (h formHandler) delete(ctx context.Context, in *struct {
	FieldPath
	httpapi.IfMatch
	InUse
	DryRun bool `query:"dryRun" doc:"Delete nothing: 204 if no record has a value, else 409 in_use with their count"`
}) error {
	if in.DryRun {
		return h.lists.CheckDeleteField(ctx, in.AccountID, h.form, in.FieldID, in.Match())
	}
	return h.lists.DeleteField(ctx, in.AccountID, h.form, in.FieldID, in.Match(), in.Force)
}
