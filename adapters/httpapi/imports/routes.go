// Package imports exposes imports over HTTP.
package imports

import (
	"net/http"

	"github.com/petcare/petcare/adapters/httpapi"
	"github.com/petcare/petcare/modules/imports"
)

// Module provides the routes.
var Module = httpapi.ProvideRoutes(func(s *imports.Service) httpapi.Routes {
	return httpapi.Routes{Module: "imports", Register: handler{s}.register}
})

const (
	tag  = "Imports"
	all  = "/accounts/{accountId}/imports"
	one  = all + "/{importId}"
	rows = "text/csv"
)

type handler struct{ imports *imports.Service }

func (h handler) register(a *httpapi.API) {
	may := httpapi.Ability("import:write")
	httpapi.Handle(a, httpapi.Operation{
		ID: "createImport", Method: http.MethodPost, Path: all, Tag: tag, Access: may, Status: http.StatusCreated, ReadOnly: true,
		Problems: []string{"conflict"},
		Uploads: &httpapi.Uploading{Limit: imports.MaxSize, Typed: true, Receive: h.receive,
			Types: []string{"text/csv", "application/jsonl", "application/gzip"}},
		Summary: "Upload a file to import",
		Description: "The body is the file: a table (`text/csv`), or JSON Lines (`application/jsonl`) as the command `petcare import` reads " +
			"them; gzipped or not, up to 100 MiB, also unpacked. `application/gzip` needs `format`. Nothing is imported yet. The answer shows " +
			"the columns of a table with samples, and a proposed `map`: that of a profile if the columns are those of an export of Gingr, " +
			"MoeGo, Time To Pet, PetExec, Square or Acuity, else by their names for the types in `as`. Then: change the map if needed, check, " +
			"look at the counts and faults, apply. Of an upload that breaks off, nothing is kept. An import is forgotten after 7 days; an " +
			"account has at most 100 (409 `conflict`).",
	}, h.create)
	httpapi.List(a, httpapi.Operation{
		ID: "listImports", Path: all, Tag: tag, Access: may,
		Summary:     "List imports",
		Description: "Newest first, for 7 days.",
	}, h.list)
	httpapi.Handle(a, httpapi.Operation{
		ID: "getImport", Method: http.MethodGet, Path: one, Tag: tag, Access: may,
		Summary:     "Get an import",
		Description: "`progress` is there while a check runs or the import is being applied: ask again every second or two.",
	}, h.get)
	httpapi.Handle(a, httpapi.Operation{
		ID: "updateImport", Method: http.MethodPatch, Path: one, Tag: tag, Access: may, ReadOnly: true, Problems: []string{"conflict"},
		Summary: "Change the map of a table",
		Description: "`map` replaces the whole map. What a check of before has found is forgotten. 409 " +
			"`conflict` while a check runs, when the import has ended, and for JSON Lines.",
	}, h.update)
	httpapi.Handle(a, httpapi.Operation{
		ID: "checkImport", Method: http.MethodPost, Path: one + "/check", Tag: tag, Access: may, Status: http.StatusAccepted, ReadOnly: true,
		Problems: []string{"conflict"},
		Summary:  "Check an import",
		Description: "Tries the whole file with all rules and changes nothing. Afterwards the status is `checked`, with " +
			"the counts of what would happen, and the faults. While lines are tried, other writes to the account are a 503. A check that is " +
			"interrupted begins anew, on any replica.",
	}, h.check)
	httpapi.Handle(a, httpapi.Operation{
		ID: "applyImport", Method: http.MethodPost, Path: one + "/apply", Tag: tag, Access: may, Status: http.StatusAccepted, ReadOnly: true,
		Problems: []string{"conflict", "changed_since"},
		Summary:  "Apply an import",
		Description: "Only what was checked and has no fault (409 `conflict`), one import of an account at a time. All " +
			"of it is applied in one change, or nothing, whatever happens to the program meanwhile: `status` says which. What it does is what " +
			"the check has said. 409 `changed_since` if a record of its types has changed since the check; a change that is noticed later ends " +
			"the import as `failed` with that code. Then check it again.",
	}, h.apply)
	httpapi.Delete(a, httpapi.Operation{
		ID: "deleteImport", Path: one, Tag: tag, Access: may, ReadOnly: true,
		Summary: "Stop or forget an import",
		Description: "One that waits or runs is `cancelled`, and has changed nothing. Any other is removed with its " +
			"file; what it has imported stays.",
	}, h.remove)
	httpapi.List(a, httpapi.Operation{
		ID: "listImportFaults", Path: one + "/faults", Tag: tag, Access: may, Offers: rows,
		Summary: "List the faults of an import",
		Description: "In the order of the file; the first 100,000. With `Accept: text/csv` the answer is the " +
			"faulty rows themselves, with a last column that says what is wrong: mend them and send them as another import. A cell that a " +
			"spreadsheet would run begins with an apostrophe.",
	}, h.faults)
}
