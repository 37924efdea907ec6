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

	lines = "application/jsonl"
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
			"look at the counts and faults, apply. With `keep_ids` (also needs `import:keep_ids`), new records keep the id, version and times " +
			"that an export says of them; a line whose id is in use in the installation is a fault. Of an upload that breaks off, nothing is " +
			"kept. An import is forgotten after 7 days; an " +
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
	httpapi.Writes(a, httpapi.Operation{
		ID: "exportAccount", Path: "/accounts/{accountId}/export", Tag: tag, Access: httpapi.Ability("account:export"),
		Problems: []string{"unavailable"},
		Summary:  "Export an account",
		Description: "All records of the account as JSON Lines that an import reads, in one consistent state, streamed. `type` limits them to " +
			"some types. The first line, of type `export`, says when and shows the account. The last one, of type `export_end`, has the counts " +
			"and `next_cursor`, which continues the event feed where the export ends; without this line the export is not complete, and no import " +
			"takes it. A record is named by its external id, or by its id if it has none. To move to another installation, make the account " +
			"there (`petcare accounts create`), import the file with `keep_ids`, and export it there: but for the first and the last line, the " +
			"bytes are the same.\n\nNot in it: settings of the account and of standard form fields, passwords and logins, files, API keys, staff, " +
			"webhooks, imports, and the history of events. A secondary status that was deleted is not told of the pets that have it. With " +
			"`Accept: text/csv`, the answer is a table of one `type`, whose " +
			"columns are named like the keys of the lines; a cell that a spreadsheet would run begins with an apostrophe. Two exports at a time " +
			"and replica (503), an hour at most.",
	}, h.export, lines, rows)
	httpapi.List(a, httpapi.Operation{
		ID: "listImportFaults", Path: one + "/faults", Tag: tag, Access: may, Offers: rows,
		Summary: "List the faults of an import",
		Description: "In the order of the file; the first 100,000. With `Accept: text/csv` the answer is the " +
			"faulty rows themselves, with a last column that says what is wrong: mend them and send them as another import. A cell that a " +
			"spreadsheet would run begins with an apostrophe.",
	}, h.faults)
}
