package files

import (
	"context"
	"io"

	"github.com/google/uuid"
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/platform/kernel/paging"
)

// FilePath is the path of a file.
type FilePath struct {
	httpapi.AccountPath
	FileID uuid.UUID `path:"fileId" format:"uuid" doc:"The file"`
}

// Listing is the rest of the input of a list.
type Listing struct {
	httpapi.Paging
	Kind       files.FileKind   `query:"kind" enum:"photo,vaccination_proof,agreement,other" doc:"Only this kind"`
	Visibility files.Visibility `query:"visibility" enum:"staff,customer" doc:"Only files with this visibility"`
}

func (l Listing) filter() files.Filter { return files.Filter{Kind: l.Kind, Visibility: l.Visibility} }

// Uploaded is the rest of the input of an upload.
type Uploaded struct {
	Kind  files.FileKind `query:"kind" enum:"photo,vaccination_proof,agreement,other" default:"other" doc:"What it is for"`
	Title string         `query:"title" maxLength:"150" doc:"Headline" example:"Rabies certificate"`

	Visibility files.Visibility `query:"visibility" enum:"staff,customer"`

	Disposition string `header:"Content-Disposition" maxLength:"1000" doc:"The name of the file" example:"attachment; filename=\"rabies.pdf\""`
}

// Docs returns the descriptions of parameters that are too long for a struct tag.
func (Uploaded) Docs() map[string]string {
	return map[string]string{"visibility": "Who may read it: staff alone, or the owner of the pet, too. By default the owner reads a photo " +
		"and a vaccination_proof"}
}

func (u Uploaded) create() files.FileCreate {
	return files.FileCreate{Kind: u.Kind, Title: u.Title, Visibility: u.Visibility}
}

func (h handler) receive(ctx context.Context, account uuid.UUID, u httpapi.Upload) (any, func(), error) {
	r, err := h.files.Receive(ctx, account, files.Upload(u))
	if err != nil {
		return nil, nil, err
	}
	return r, func() { h.files.Release(ctx, r) }, nil
}

func (h handler) listOfCustomer(ctx context.Context, in *struct {
	httpapi.CustomerPath
	Listing
}, page paging.Request) (paging.Page[files.File], error) {
	return h.files.List(ctx, in.AccountID, files.FileParent{Type: files.Customer, ID: in.CustomerID}, in.filter(), page)
}

func (h handler) createOnCustomer(ctx context.Context, in *struct {
	httpapi.CustomerPath
	Uploaded
}) (files.File, error) {
	return h.create(ctx, files.FileParent{Type: files.Customer, ID: in.CustomerID}, in.Uploaded)
}

func (h handler) listOfPet(ctx context.Context, in *struct {
	httpapi.PetPath
	Listing
}, page paging.Request) (paging.Page[files.File], error) {
	return h.files.List(ctx, in.AccountID, files.FileParent{Type: files.Pet, ID: in.PetID}, in.filter(), page)
}

func (h handler) createOnPet(ctx context.Context, in *struct {
	httpapi.PetPath
	Uploaded
}) (files.File, error) {
	return h.create(ctx, files.FileParent{Type: files.Pet, ID: in.PetID}, in.Uploaded)
}

func (h handler) listOfOrder(ctx context.Context, in *struct {
	httpapi.OrderPath
	Listing
}, page paging.Request) (paging.Page[files.File], error) {
	return h.files.List(ctx, in.AccountID, files.FileParent{Type: files.Order, ID: in.OrderID}, in.filter(), page)
}

func (h handler) createOnOrder(ctx context.Context, in *struct {
	httpapi.OrderPath
	Uploaded
}) (files.File, error) {
	return h.create(ctx, files.FileParent{Type: files.Order, ID: in.OrderID}, in.Uploaded)
}

func (h handler) create(ctx context.Context, p files.FileParent, u Uploaded) (files.File, error) {
	return h.files.Create(ctx, p, httpapi.ReceivedOf[*files.Received](ctx), u.create())
}

func (h handler) get(ctx context.Context, in *FilePath) (files.File, error) {
	return h.files.Get(ctx, in.AccountID, in.FileID)
}

func (h handler) content(ctx context.Context, in *struct {
	FilePath
	Size files.Size `query:"size" enum:"original,1024,256" default:"original" doc:"Of a picture: its longer side in pixels at most"`
}) (httpapi.File, error) {
	d, err := h.files.Content(ctx, in.AccountID, in.FileID, in.Size)
	return httpapi.File{
		Name: d.Name, ContentType: d.ContentType, Tag: d.Tag,
		Open: func(ctx context.Context) (io.ReadSeekCloser, error) { return h.files.Open(ctx, d) },
	}, err
}

func (h handler) update(ctx context.Context, in *struct {
	FilePath
	httpapi.IfMatch
	Body files.FilePatch
}) (files.File, error) {
	return h.files.Update(ctx, in.AccountID, in.FileID, in.Body, in.Match())
}

func (h handler) delete(ctx context.Context, in *struct {
	FilePath
	httpapi.IfMatch
}) error {
	return h.files.Delete(ctx, in.AccountID, in.FileID, in.Match())
}
