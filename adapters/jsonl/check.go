package jsonl

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/petcare/petcare/adapters/schema"
	"github.com/petcare/petcare/platform/kernel/ids"
	"github.com/petcare/petcare/platform/kernel/importing"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/text"
)

// Keys of every line.
const (
	typeKey       = "type"
	externalIDKey = "external_id"
	partialKey    = "partial"
	createdAtKey  = "created_at" // of Dated lines
	wholeLine     = "line"       // the location of a fault of the whole line
)

// maxExternalID is the maximum length of an external id in characters.
const maxExternalID = 100

// check validates a line. It returns true if the type and external id are valid, so that other lines can refer to the record, even if
// the rest is faulty.
func (r *run) check(l line) (staged, bool) {
	kind := ""
	fault := func(field, code, message string) {
		r.faults.add(Fault{Line: l.number, Field: field, Code: code, Message: message, Type: kind})
	}
	if l.long {
		fault(wholeLine, "too_large", "is longer than 1 MiB")
		return staged{}, false
	}
	tree, err := schema.ReadTree(l.text)
	if err != nil {
		hint := ""
		if l.text[0] != '{' {
			hint = " (a record is one line; CSV is imported with --csv FILE --as TYPE)"
		}
		fault(wholeLine, "json", "is not JSON: "+err.Error()+hint)
		return staged{}, false
	}
	keys, ok := tree.(map[string]any)
	if !ok {
		fault(wholeLine, "json", "is not a JSON object")
		return staged{}, false
	}
	if r.isOfExport(l.number, keys) {
		return staged{}, false
	}
	k, kindWrong := r.kindOf(keys)
	externalID, idWrong := externalIDOf(keys)
	if kindWrong == "" {
		kind = r.kinds[k].Name
	} else {
		fault(typeKey, "enum", kindWrong)
	}
	if idWrong != "" {
		fault(externalIDKey, "required", idWrong)
	}
	if kindWrong != "" {
		return staged{}, false
	}
	s := staged{Line: l.number, Kind: k, ExternalID: externalID, ID: ids.New(), Faulty: true}
	if partial, isBool := keys[partialKey].(bool); partial {
		s.Given = strings.Join(slices.Sorted(maps.Keys(keys)), " ")
	} else if keys[partialKey] != nil && !isBool {
		fault(partialKey, "type", "is true or false")
	}
	delete(keys, typeKey)
	delete(keys, externalIDKey)
	delete(keys, partialKey)
	r.keep(&s, keys, fault)
	faults := r.kinds[k].shape.CheckLoosely(keys)
	for _, f := range faults.List {
		fault(cmp.Or(f.Field, wholeLine), f.Code, f.Message)
	}
	if faults.More > 0 {
		fault(wholeLine, "more", fmt.Sprintf("and %d more", faults.More))
	}
	if !faults.Any() {
		r.read(&s, schema.Clean(l.text), fault)
	}
	return s, idWrong == ""
}

// read decodes the text of a valid line, and completes what is staged of it.
func (r *run) read(s *staged, body []byte, fault func(field, code, message string)) {
	value := r.kinds[s.Kind].New()
	if err := schema.Decode(body, value); err != nil {
		f := schema.DecodeFault(err)
		fault(cmp.Or(f.Field, wholeLine), f.Code, f.Message)
		return
	}
	if made := importing.CreatedAt(value); made != nil {
		switch {
		case made.Before(time.Unix(0, 0)):
			fault(createdAtKey, "range", "is before 1970")
			return
		case made.After(r.clock.Now()):
			fault(createdAtKey, "future", "is in the future")
			return
		}
		if s.Kept == "" {
			s.ID = ids.At(*made)
		}
	}
	if unique := r.kinds[s.Kind].Unique; unique != nil {
		s.Value = unique.Of(value)
	}
	s.Body, s.Faulty = string(body), false
}

func (r *run) kindOf(keys map[string]any) (k int, wrong string) {
	name, isText := keys[typeKey].(string)
	if !isText {
		return -1, "is required, as text"
	}
	if k = r.kindIndex(name); k >= 0 {
		return k, ""
	}
	names := lists.Map(r.kinds, func(k kind) string { return k.Name })
	return -1, fmt.Sprintf("there is no type %s, it is one of %s%s", quoted(name), strings.Join(names, ", "), text.DidYouMean(name, names))
}

func externalIDOf(keys map[string]any) (id, wrong string) {
	id, isText := keys[externalIDKey].(string)
	switch {
	case keys[externalIDKey] == nil:
		return "", "is required"
	case !isText:
		return "", "is not text, or has a NUL"
	case id == "":
		return "", "is empty"
	case text.Len(id) > maxExternalID:
		return "", fmt.Sprintf("is longer than %d characters", maxExternalID)
	}
	return id, ""
}

// quoted shortens a text of the file and quotes it on one line.
func quoted(s string) string { return strconv.Quote(schema.Cut(s, 120)) }
