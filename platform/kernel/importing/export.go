package importing

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/petcare/petcare/platform/kernel/lists"
	"github.com/petcare/petcare/platform/kernel/record"
)

// Name returns what lines call a record of a type: its external id, else its id, or what a module has in its place. It is "" for one that
// does not exist.
type Name func(recordType string, id uuid.UUID) string

// Export says how the records of a type become lines. A key of a line has the value that the record has under the same key, unless it is
// in Names or Values.
type Export[R any] struct {
	// Names are the types of the records that keys name: the key customer names the record whose id the record has as customer_id, and
	// taxes those of tax_ids.
	Names map[string]string
	// Values are the values of keys that the record has in another form. One that is nil is left out of the line.
	Values map[string]func(r *R, name Name) any
	// Without are the keys of the record that no line has, and why.
	Without map[string]string
	// Only limits the export to the records for which it returns true. It may be nil.
	Only func(r *R) bool
}

// Exporter is an Export without its type parameter.
type Exporter struct {
	Keys []string // of the lines, in their order
	// After reads up to n records, as pointers, by id, with ids after the given one. next is the last id that it has read.
	After func(ctx context.Context, account, after uuid.UUID, n int) (records []any, next uuid.UUID, err error)
	// Line calls add for each key of the line of a record, in the order of the line.
	Line func(r any, name Name, add func(key string, value any))
	// Head returns what the line of a record begins with: its external id, or its id, and what it keeps.
	Head  func(r any) (externalID string, id uuid.UUID, kept Kept)
	Named func(ctx context.Context, account uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]string, error)
	Used  func(ctx context.Context, except uuid.UUID, ids []uuid.UUID) ([]uuid.UUID, error)
}

// Exported returns the Exporter of a type with lines of type L. It panics if a key of L has no value, or if a key of R is neither in the
// line nor in Without; call it at start.
func Exported[L, R any](life *record.Life[R], e Export[R]) *Exporter {
	source := life.Source()
	parts := partsOf[L](e)
	external, hasExternal := fieldsOf(reflect.TypeFor[R]())[externalID]
	return &Exporter{
		Keys:  lists.Map(parts, func(p part[R]) string { return p.key }),
		Named: source.LineNames, Used: source.UsedIDs,
		After: func(ctx context.Context, account, after uuid.UUID, n int) ([]any, uuid.UUID, error) {
			list, err := source.PageAfter(ctx, account, after, n)
			records := make([]any, 0, len(list))
			for i := range list {
				after = record.MetaOf(&list[i]).ID
				if e.Only == nil || e.Only(&list[i]) {
					records = append(records, &list[i])
				}
			}
			return records, after, err
		},
		Head: func(r any) (string, uuid.UUID, Kept) {
			m := record.MetaOf(r)
			name := m.ID.String()
			if hasExternal {
				if given, _ := reflect.ValueOf(r).Elem().FieldByIndex(external).Interface().(*string); given != nil {
					name = *given
				}
			}
			return name, m.ID, Kept{m.CreatedAt, m.UpdatedAt, m.Version}
		},
		Line: func(r any, name Name, add func(string, any)) {
			of := reflect.ValueOf(r).Elem()
			for _, p := range parts {
				if value := p.value(r.(*R), of, name); value != nil {
					add(p.key, value)
				}
			}
		},
	}
}

const externalID = "external_id"

// part is a key of a line.
type part[R any] struct {
	key   string
	value func(r *R, of reflect.Value, name Name) any // nil: left out
}

func partsOf[L, R any](e Export[R]) (parts []part[R]) {
	fields, told := fieldsOf(reflect.TypeFor[R]()), map[string]bool{externalID: true}
	for key := range fieldsOf(reflect.TypeFor[record.Meta]()) {
		told[key] = true
	}
	for key := range e.Without {
		told[key] = true
	}
	for _, key := range orderedKeys(reflect.TypeFor[L]()) {
		at, isSame := fields[key]
		kind, isName := e.Names[key]
		value, isValue := e.Values[key]
		switch {
		case isName:
			from := idKey(fields, key)
			told[from] = true
			at := fields[from]
			parts = append(parts, part[R]{key, func(_ *R, of reflect.Value, name Name) any {
				return named(of.FieldByIndex(at).Interface(), kind, name)
			}})
		case isValue:
			told[key] = true
			if value != nil {
				parts = append(parts, part[R]{key, func(r *R, _ reflect.Value, name Name) any { return value(r, name) }})
			}
		case isSame:
			told[key] = true
			parts = append(parts, part[R]{key, func(_ *R, of reflect.Value, _ Name) any { return present(of.FieldByIndex(at)) }})
		default:
			panic(fmt.Sprintf("no key of %s has the value of the key %s of its lines", reflect.TypeFor[R](), key))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if !told[key] {
			panic(fmt.Sprintf("the lines of %s do not have its key %s, and Without does not say why", reflect.TypeFor[R](), key))
		}
	}
	return parts
}

// orderedKeys are the keys of a line in the order of its fields. The creation time is in the head.
func orderedKeys(t reflect.Type) (keys []string) {
	fields := fieldsOf(t)
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if at, ok := fields[name]; ok && slices.Equal(at, f.Index) && name != "created_at" {
			keys = append(keys, name)
		}
	}
	return keys
}

// idKey is the key of a record with the ids of the records that a key of its line names.
func idKey(fields map[string][]int, key string) string {
	for from := range fields {
		if from != key && lineKey(from) == key {
			return from
		}
	}
	panic("no key of the record has the ids of what the key " + key + " of its lines names")
}

// named are the names of the record or records with an id; nil if there is none.
func named(ids any, kind string, name Name) any {
	switch ids := ids.(type) {
	case uuid.UUID:
		return ifNamed(name(kind, ids))
	case *uuid.UUID:
		if ids == nil {
			return nil
		}
		return ifNamed(name(kind, *ids))
	case interface{ Get() []uuid.UUID }:
		names := []string{}
		for _, id := range ids.Get() {
			if said := name(kind, id); said != "" {
				names = append(names, said)
			}
		}
		return names
	}
	panic(fmt.Sprintf("%T has no ids", ids))
}

func ifNamed(name string) any {
	if name == "" {
		return nil
	}
	return name
}

// present is a value, or nil for one that is null.
func present(v reflect.Value) any {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	if text, ok := v.Interface().(interface{ Text() []byte }); ok && string(text.Text()) == "null" {
		return nil
	}
	return v.Interface()
}

// keepExternalID gives a record the external id that it had before: its line names it by its id, because it had none when it was exported.
func keepExternalID[R any](before, after *R) {
	if at, ok := fieldsOf(reflect.TypeFor[R]())[externalID]; ok {
		reflect.ValueOf(after).Elem().FieldByIndex(at).Set(reflect.ValueOf(before).Elem().FieldByIndex(at))
	}
}

const heldByAnother = "is that of a record with another id: an import that keeps ids needs an account without it"

// isElsewhere reports whether a line that keeps its id is about a record that exists with another one.
func (r Record[L]) isElsewhere(id uuid.UUID) bool {
	return r.Kept != nil && id != uuid.Nil && id != r.ID
}
