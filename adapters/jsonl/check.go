package jsonl

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/apperr"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Keys of every line.
const (
	typeKey       = "type"
	externalIDKey = "external_id"
	createdAtKey  = "created_at" // of Dated lines
	wholeLine     = "line"       // the location of a fault of the whole line
)

// maxExternalID is the maximum length of an external id in characters.
const maxExternalID = 100

func (r *run) checkAll(part *chunk) {
	part.records = make([]record, 0, len(part.lines))
	for _, line := range part.lines {
		found := line.number
		fault := func(field, message string) {
			part.faults = append(part.faults, Fault{Line: found, Field: field, Message: message})
		}
		if line.long {
			fault(wholeLine, "is longer than 1 MiB")
			continue
		}
		if rec, ok := r.check(bytes.TrimSpace(part.text[line.from:line.to]), fault); ok {
			rec.line = line.number
			part.records = append(part.records, rec)
		}
	}
}

// check validates a line. It returns true if the type and external id are valid, so that other lines can refer to the record, even if
// the rest is faulty.
func (r *run) check(line []byte, fault func(field, message string)) (record, bool) {
	tree, err := schema.ReadTree(line)
	if err != nil {
		fault(wholeLine, "is not JSON: "+err.Error()+hintOf(line))
		return record{}, false
	}
	keys, ok := tree.(map[string]any)
	if !ok {
		fault(wholeLine, "is not a JSON object")
		return record{}, false
	}
	k, kindWrong := r.kindOf(keys)
	id, idWrong := externalIDOf(keys)
	if kindWrong != "" {
		fault(typeKey, kindWrong)
	}
	if idWrong != "" {
		fault(externalIDKey, idWrong)
	}
	if kindWrong != "" {
		return record{}, false
	}
	delete(keys, typeKey)
	delete(keys, externalIDKey)
	faults := r.kinds[k].shape.CheckLoosely(keys)
	for _, f := range faults.List {
		fault(cmp.Or(f.Field, wholeLine), f.Message)
	}
	if faults.More > 0 {
		fault(wholeLine, fmt.Sprintf("and %d more", faults.More))
	}
	rec := record{kind: k, externalID: id}
	made, wrong := r.createdAt(k, keys)
	isTold := slices.ContainsFunc(faults.List, func(f apperr.FieldError) bool { return f.Field == createdAtKey })
	if rec.made = made; wrong != "" && !isTold {
		fault(createdAtKey, wrong)
	}
	if !faults.Any() && wrong == "" {
		rec.body = schema.Clean(line)
	}
	return rec, idWrong == ""
}

// brokenJSON is a line of JSON that has line breaks within a record.
var brokenJSON = regexp.MustCompile(`^([\[{]|[\]}]+,?|"[^"]*"\s*:.*|"[^"]*",?)$`)

// hintOf says what a file may be whose line is not JSON.
func hintOf(line []byte) string {
	switch {
	case brokenJSON.Match(line):
		return " (a record is one line, without line breaks)"
	case line[0] != '{' && utf8.Valid(line) && bytes.IndexByte(line, 0) < 0 && bytes.ContainsAny(line, ",;\t"):
		return " (CSV is imported with --csv FILE --as TYPE)"
	}
	return ""
}

// createdAt returns the line's creation time, if it has one, from which the record's id is generated.
func (r *run) createdAt(k int, keys map[string]any) (made time.Time, wrong string) {
	value, isText := keys[createdAtKey].(string)
	if !isText || !r.kinds[k].IsDated() {
		return made, ""
	}
	made, err := time.Parse(time.RFC3339Nano, strings.ToUpper(value))
	switch {
	case err != nil:
		return time.Time{}, "" // the shape reports it
	case made.Before(time.Unix(0, 0)):
		return made, "is before 1970"
	case made.After(r.clock.Now()):
		return made, "is in the future"
	}
	return made, ""
}

func (r *run) kindOf(keys map[string]any) (int, string) {
	value, given := keys[typeKey]
	name, isText := value.(string)
	switch {
	case !given:
		return -1, "is required"
	case !isText:
		return -1, "is not text"
	}
	k := r.kindIndex(name)
	if k < 0 {
		names := make([]string, len(r.kinds))
		for i := range r.kinds {
			names[i] = r.kinds[i].Name
		}
		return -1, fmt.Sprintf("there is no type %s, it is one of %s%s", quoted(name), strings.Join(names, ", "), text.DidYouMean(name, names))
	}
	return k, ""
}

func externalIDOf(keys map[string]any) (id, wrong string) {
	switch value := keys[externalIDKey].(type) {
	case nil:
		return "", "is required"
	case string:
		id = value
	case json.Number, bool, []any, map[string]any:
		return "", "is not text"
	default: // text that cannot be stored
		return "", "has a NUL"
	}
	switch {
	case id == "":
		return "", "is empty"
	case text.Len(id) > maxExternalID:
		return "", fmt.Sprintf("is longer than %d characters", maxExternalID)
	}
	return id, ""
}

// quoted shortens a text of the file and quotes it on one line.
func quoted(s string) string { return strconv.Quote(schema.Cut(s, 120)) }
