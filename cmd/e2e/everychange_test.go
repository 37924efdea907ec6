package e2e

import "strings"

// wantEveryImport looks for each type of the importers among what imports have created and updated.
func (w *world) wantEveryImport() {
	w.T.Helper()
	done := map[string]bool{}
	for _, c := range everything(w.Tenant, "changes") {
		if c["source"] != "import" || c["reverted_by"] == nil {
			continue
		}
		for _, n := range c["counts"].([]any) {
			done[n.(map[string]any)["resource"].(string)+"."+n.(map[string]any)["action"].(string)] = true
		}
	}
	for _, kind := range w.Parts.Importers {
		for _, event := range []string{kind.Name + ".created", kind.Name + ".updated"} {
			if !done[event] {
				w.T.Errorf("%s by an import is never reverted", event)
			}
		}
	}
}

// notReverted are the operations of the document that change an account and are not in the sequences, with the reason.
var notReverted = map[string]string{
	"POST /changes/{}/revert":            "is what reverts",
	"POST /compliance/check":             "changes nothing",
	"POST /customers/{}/merge":           "is tested by itself",
	"POST /pets/{}/merge":                "is tested by itself",
	"POST /customers/duplicates/dismiss": "changes no record",
	"POST /pets/duplicates/dismiss":      "changes no record",
	"POST /customers/{}/erase":           "cannot be undone",
	"POST /imports":                      "changes no record",
	"PATCH /imports/{}":                  "changes no record",
	"POST /imports/{}/check":             "changes no record",
	"POST /imports/{}/apply":             "is tested by itself",
	"DELETE /imports/{}":                 "changes no record",
	"POST /customers/{}/passwordReset":   "changes no record",
}

// wantEveryWrite compares the operations of the document with those that were reverted.
func (w *world) wantEveryWrite() {
	w.T.Helper()
	for _, op := range w.API.Operations() {
		rest, inAccount := strings.CutPrefix(op.Path, "/accounts/{accountId}")
		name := op.Method + " " + parameter.ReplaceAllString(rest, "{}")
		if _, exempt := notReverted[name]; inAccount && op.Method != "GET" && !w.used[name] && !exempt {
			w.T.Errorf("%s (%s) is never reverted: add it to the changes of this test", name, op.ID)
		}
	}
}
