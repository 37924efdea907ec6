// Package files exposes files over HTTP.
package files

import (
	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/files"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *files.Service) httpapi.Routes {
	return httpapi.Routes{Module: "files", Register: handler{s}.register}
})

type handler struct{ files *files.Service }

const tag = "Files"

func (h handler) register(a *httpapi.API) {
	const account = "/accounts/{accountId}"
	customers := parent{"Customer", "a customer", account + "/customers/{customerId}/files", "customers", ""}
	httpapi.List(a, customers.list(), h.listOfCustomer)
	httpapi.Create(a, customers.create(h), h.createOnCustomer)
	pets := parent{"Pet", "a pet", account + "/pets/{petId}/files", "customers", "with visibility customer of their own pets"}
	httpapi.List(a, pets.list(), h.listOfPet)
	httpapi.Create(a, pets.create(h), h.createOnPet)
	orders := parent{"Order", "an order", account + "/orders/{orderId}/files", "orders", ""}
	httpapi.List(a, orders.list(), h.listOfOrder)
	httpapi.Create(a, orders.create(h), h.createOnOrder)

	const one = account + "/files/{fileId}"
	const parents = " An API key also needs the ability for the record that the file belongs to: `customers:read` or `orders:read`"
	read := httpapi.Ability("files:read").AndCustomers("files with visibility customer of their own pets")
	httpapi.Get(a, httpapi.Operation{
		ID: "getFile", Path: one, Tag: tag, Access: read,
		Summary:     "Get a file without its bytes",
		Description: parents[1:] + ".",
	}, h.get)
	httpapi.Download(a, httpapi.Operation{
		ID: "getFileContent", Path: one + "/content", Tag: tag, Access: read,
		Summary: "Download a file",
		Description: "The bytes, or ranges of them, as an attachment. They never change, so that a client that has them gets a 304 for its " +
			"If-None-Match. Pictures are upright and without metadata; `size` takes their previews." + parents + ".",
	}, h.content)
	httpapi.Update(a, httpapi.Operation{
		ID: "updateFile", Path: one, Tag: tag, Access: httpapi.Ability("files:write"),
		Summary:     "Change a file",
		Description: "Its title, kind and visibility; the bytes stay." + parents + ", or the ones to write.",
	}, h.update)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteFile", Path: one, Tag: tag, Access: httpapi.Ability("files:write"),
		Summary:     "Delete a file",
		Description: "Pets and vaccinations that name it name none." + parents + ", or the ones to write.",
	}, h.delete)
}

// parent is a record below whose path files are found.
type parent struct {
	id, noun, path string
	ability        string // to read it; to write it, if there is one
	own            string // what customers read
}

func (p parent) list() httpapi.Operation {
	access := httpapi.Ability("files:read").Beside(p.ability + ":read")
	if p.own != "" {
		access = access.AndCustomers("those " + p.own)
	}
	return httpapi.Operation{
		ID: "list" + p.id + "Files", Path: p.path, Tag: tag, Access: access,
		Summary:     "List the files of " + p.noun,
		Description: "Newest first.",
	}
}

func (p parent) create(h handler) httpapi.Operation {
	write := p.ability + ":write"
	if p.ability == "orders" { // which are read-only
		write = p.ability + ":read"
	}
	access := httpapi.Ability("files:write").Beside(write)
	if p.own != "" {
		access = access.AndCustomers("a vaccination_proof for a pet of theirs")
	}
	return httpapi.Operation{
		ID: "create" + p.id + "File", Path: p.path, Tag: tag, Access: access,
		Problems: []string{"storage_full", "unsupported_media_type"},
		Uploads:  &httpapi.Uploading{Limit: files.MaxSize, Types: files.Types, Receive: h.receive},
		Summary:  "Upload a file of " + p.noun,
		Description: "The body is the file: PDF, JPEG, PNG, WebP or HEIC of at most 20 MiB, which its content tells. Content-Type may be left " +
			"out, and Content-Disposition gives the name. A picture has at most 40 megapixels. It is turned upright and encoded " +
			"anew, so that neither the place where it was taken nor the camera is kept. HEIC is kept as it is, with both: send a JPEG " +
			"where that matters. The files of an account have a limit of bytes, by default 2 GiB, beyond which the answer is a 409 " +
			"`storage_full`.",
	}
}
