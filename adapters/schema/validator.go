package schema

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/petcare/petcare/platform/apperr"
)

// Set makes the schemas of Go structs and checks trees against them. All schemas are made before the first check;
// checks may run at the same time.
type Set struct {
	registry huma.Registry
}

// NewSet makes an empty Set whose schemas refer to each other below prefix, such as "#/$defs/".
func NewSet(prefix string) *Set {
	Settings()
	return &Set{huma.NewMapRegistry(prefix, name)}
}

// name spells the package too: several modules have a Line.
func name(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	plain := huma.DefaultSchemaNamer(t, hint)
	if t.PkgPath() == "" {
		return plain
	}
	return path.Base(t.PkgPath()) + "." + plain
}

// Of is the schema of a struct type.
func (s *Set) Of(t reflect.Type) *huma.Schema {
	AliasTypes(s.registry, t)
	return s.registry.Schema(t, false, t.Name())
}

// Schemas are all schemas by name.
func (s *Set) Schemas() map[string]*huma.Schema { return maps.Clone(s.registry.Map()) }

// Checker checks trees against schemas of a Set, one at a time.
type Checker struct {
	registry huma.Registry
	path     *huma.PathBuffer
	result   *huma.ValidateResult
}

// Checker makes a Checker.
func (s *Set) Checker() *Checker { return CheckerOf(s.registry) }

// CheckerOf makes a Checker of schemas that Huma made itself.
func CheckerOf(registry huma.Registry) *Checker {
	return &Checker{registry, huma.NewPathBuffer(nil, 0), &huma.ValidateResult{}}
}

// Unhashable reports whether a panic is that of Huma's validation at lists or objects in a list of distinct values.
func Unhashable(cause any) bool {
	return strings.Contains(fmt.Sprint(cause), "hash of unhashable type")
}

// BadText names the text in a tree of ReadTree that cannot be stored, also where a schema allows anything.
func BadText(tree any) []apperr.FieldError { return badText(tree, "", nil) }

// Check names everything in a tree of ReadTree that the schema does not allow, in the order of the paths.
func (c *Checker) Check(of *huma.Schema, tree any) []apperr.FieldError {
	c.path.Reset()
	c.result.Reset()
	faults := c.validate(of, tree)
	for _, err := range c.result.Errors {
		var d *huma.ErrorDetail
		if errors.As(err, &d) {
			faults = append(faults, FaultOf(d.Location, d.Message))
		}
	}
	if len(faults) == 0 {
		return badText(tree, "", nil) // where a schema allows anything
	}
	slices.SortStableFunc(faults, func(a, b apperr.FieldError) int { return cmp.Compare(a.Field, b.Field) })
	return faults
}

// validate survives the one thing that Huma's validation panics at: lists or objects in a list of distinct values.
func (c *Checker) validate(of *huma.Schema, tree any) (faults []apperr.FieldError) {
	defer func() {
		if cause := recover(); cause != nil {
			if !Unhashable(cause) {
				panic(cause)
			}
			faults = []apperr.FieldError{{Field: c.path.String(), Code: "type", Message: "expected plain values"}}
		}
	}()
	huma.Validate(c.registry, of, c.path, huma.ModeWriteToServer, tree, c.result)
	return nil
}

// badText finds text that cannot be stored.
func badText(v any, at string, faults []apperr.FieldError) []apperr.FieldError {
	switch v := v.(type) {
	case notText:
		return append(faults, apperr.FieldError{Field: at, Code: "type", Message: "is text that cannot be stored: it holds a NUL"})
	case []any:
		for i := range v {
			faults = badText(v[i], at+"["+strconv.Itoa(i)+"]", faults)
		}
	case map[string]any:
		for k := range v {
			faults = badText(v[k], join(at, k), faults)
		}
	}
	return faults
}

func join(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}

// DecodeFault says what Decode stumbled over in JSON that Check found nothing wrong with, such as a number of 1.5e3
// where an integer is decoded.
func DecodeFault(err error) apperr.FieldError {
	var semantic *jsonv2.SemanticError
	if !errors.As(err, &semantic) {
		return apperr.FieldError{Code: "invalid", Message: "is not valid"}
	}
	at := ""
	for token := range semantic.JSONPointer.Tokens() {
		if _, err := strconv.Atoi(token); err == nil && at != "" {
			at += "[" + token + "]"
			continue
		}
		at = join(at, token)
	}
	what := "is not valid"
	if errors.Is(err, errYear) {
		what = errYear.Error()
	} else if t := semantic.GoType; t != nil {
		switch t.Kind() {
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			what = "expected integer written as digits"
		}
	}
	return apperr.FieldError{Field: at, Code: "type", Message: what}
}
