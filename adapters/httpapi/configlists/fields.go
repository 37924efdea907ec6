package configlists

import (
	"context"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/configlists"
	"github.com/petcare/petcare/platform/paging"
)

type fieldList = httpapi.ListOutput[configlists.Field]

type listFieldsInput struct {
	httpapi.AccountPath
	httpapi.Paging
}

func (h formHandler) listAll(ctx context.Context, in *listFieldsInput) (*fieldList, error) {
	return h.list(ctx, in, "")
}

func (h formHandler) listStandard(ctx context.Context, in *listFieldsInput) (*fieldList, error) {
	return h.list(ctx, in, configlists.StandardField)
}

func (h formHandler) listCustom(ctx context.Context, in *listFieldsInput) (*fieldList, error) {
	return h.list(ctx, in, configlists.CustomField)
}

func (h formHandler) list(ctx context.Context, in *listFieldsInput, kind configlists.FieldKind) (*fieldList, error) {
	return httpapi.PageOf(ctx, in.Paging, func(page paging.Request) (paging.Page[configlists.Field], error) {
		return h.lists.ListFields(ctx, in.AccountID, h.form, kind, page)
	})
}

// whole answers a changed list on one page: a form has fewer fields than a page can hold.
func whole(ctx context.Context, list []configlists.Field) (*fieldList, error) {
	return httpapi.PageOf(ctx, httpapi.Paging{Limit: paging.MaxLimit}, func(page paging.Request) (paging.Page[configlists.Field], error) {
		return paging.Page[configlists.Field]{Items: list}, nil
	})
}

type updateStandardInput struct {
	httpapi.AccountPath
	Body configlists.StandardFieldChanges
}

func (h formHandler) updateStandard(ctx context.Context, in *updateStandardInput) (*fieldList, error) {
	list, err := h.lists.UpdateStandardFields(ctx, in.AccountID, h.form, in.Body)
	if err != nil {
		return nil, err
	}
	return whole(ctx, list)
}

type reorderInput struct {
	httpapi.AccountPath
	Body configlists.NewFieldOrder
}

func (h formHandler) reorder(ctx context.Context, in *reorderInput) (*fieldList, error) {
	list, err := h.lists.ReorderFields(ctx, in.AccountID, h.form, in.Body)
	if err != nil {
		return nil, err
	}
	return whole(ctx, list)
}

type createFieldInput struct {
	httpapi.AccountPath
	Body configlists.FieldCreate
}

func (h formHandler) create(ctx context.Context, in *createFieldInput) (*httpapi.Output[configlists.Field], error) {
	f, err := h.lists.CreateField(ctx, in.AccountID, h.form, in.Body)
	if err != nil {
		return nil, err
	}
	return httpapi.Created(ctx, f, f.Version, f.ID), nil
}

// FieldPath names a custom field.
type FieldPath struct {
	httpapi.AccountPath
	FieldID uuid.UUID `path:"fieldId" format:"uuid" doc:"The custom field"`
}

func (h formHandler) get(ctx context.Context, in *FieldPath) (*httpapi.Output[configlists.Field], error) {
	f, err := h.lists.CustomField(ctx, in.AccountID, h.form, in.FieldID)
	if err != nil {
		return nil, err
	}
	return httpapi.One(f, f.Version), nil
}

// InUse says what happens to values that are in use.
type InUse struct {
	Force bool `query:"force" doc:"Clear the values that are in use instead of refusing"`
}

type updateFieldInput struct {
	FieldPath
	httpapi.IfMatch
	InUse
	Body configlists.FieldPatch
}

func (h formHandler) update(ctx context.Context, in *updateFieldInput) (*httpapi.Output[configlists.Field], error) {
	f, err := h.lists.UpdateField(ctx, in.AccountID, h.form, in.FieldID, in.Body, in.Match(), in.Force)
	if err != nil {
		return nil, err
	}
	return httpapi.One(f, f.Version), nil
}

type deleteFieldInput struct {
	FieldPath
	httpapi.IfMatch
	InUse
}

func (h formHandler) delete(ctx context.Context, in *deleteFieldInput) (*httpapi.Nothing, error) {
	return nil, h.lists.DeleteField(ctx, in.AccountID, h.form, in.FieldID, in.Match(), in.Force)
}
