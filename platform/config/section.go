package config

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"github.com/petcare/petcare/platform/secrets"
)

// Section describes the settings of a module. They share a prefix.
type Section struct {
	settings reflect.Type
	names    []string // such as "INCIDENTS_REMIND_AFTER"
	read     func(values map[string]string) (settings any, wrong map[string]string)
}

// SectionOf returns the section of a module with settings of type S, a flat struct with the tags env and envDefault. check maps
// invalid settings to messages; it may be nil. SectionOf panics if S is not such a struct.
func SectionOf[S any](module string, check func(S) map[string]string) Section {
	of, prefix := reflect.TypeFor[S](), strings.ToUpper(module)+"_"
	keys := keysOf(of, prefix)
	for f := range of.Fields() {
		if key := keys[f.Name]; key == "" || key != strings.ToUpper(key) || !f.IsExported() {
			panic(fmt.Sprintf("the settings of %s: %s needs a name in capitals in the tag env", module, f.Name))
		}
	}
	return Section{of, slices.Sorted(maps.Values(keys)),
		func(values map[string]string) (any, map[string]string) { return read(prefix, values, check) }}
}

// Names lists the settings, such as "INCIDENTS_REMIND_AFTER".
func (s Section) Names() []string { return s.names }

// Of returns the settings of the section as an S: those that Load read, or the defaults.
func (s Section) Of(c Config) any {
	if read, ok := c.sections[s.settings]; ok {
		return read
	}
	defaults, _ := s.read(map[string]string{})
	return defaults
}

// read reads the settings whose names begin with under. It maps those that are wrong to messages without the values, which may be secrets.
func read[S any](under string, values map[string]string, check func(S) map[string]string) (S, map[string]string) {
	wrong, keys := map[string]string{}, keysOf(reflect.TypeFor[S](), under)
	settings, err := env.ParseAsWithOptions[S](env.Options{Prefix: prefix + under, Environment: values})
	all, _ := errors.AsType[env.AggregateError](err)
	for _, e := range all.Errors {
		switch e := e.(type) { //nolint:errorlint // these are not wrapped
		case env.ParseError:
			wrong[keys[e.Name]] = misread(e)
		case env.NoParserError:
			wrong[keys[e.Name]] = "has a type that cannot be read: " + e.Type.String()
		case env.VarIsNotSetError:
			wrong[strings.TrimPrefix(e.Key, prefix)] = "is missing"
		case env.EmptyVarError:
			wrong[strings.TrimPrefix(e.Key, prefix)] = "is empty"
		case env.LoadFileContentError:
			wrong[strings.TrimPrefix(e.Key, prefix)] = "is not a file that can be read"
		default:
			panic(e) // a tag is wrong
		}
	}
	if check != nil {
		for name, say := range check(settings) {
			if _, already := wrong[under+name]; !already {
				wrong[under+name] = say
			}
		}
	}
	return settings, wrong
}

// keysOf maps the fields of a struct, and of the structs in it, to their settings.
func keysOf(t reflect.Type, under string) map[string]string {
	keys := map[string]string{}
	for f := range t.Fields() {
		if prefix, nested := f.Tag.Lookup("envPrefix"); nested {
			maps.Copy(keys, keysOf(f.Type, under+prefix))
		} else if key, _, _ := strings.Cut(f.Tag.Get("env"), ","); key != "" { // without options such as required
			keys[f.Name] = under + key
		}
	}
	return keys
}

// misread says what a value is not, without the value. Types of the house say it themselves.
func misread(e env.ParseError) string {
	switch e.Type {
	case reflect.TypeFor[secrets.Keys](), reflect.TypeFor[Days](), reflect.TypeFor[Networks]():
		return e.Err.Error()
	case reflect.TypeFor[int](), reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[float64]():
		return "is not a number"
	case reflect.TypeFor[bool]():
		return "is not true or false"
	case reflect.TypeFor[time.Duration]():
		return "is not a duration such as 30s, 5m or 24h"
	}
	return "is not a value of the type " + e.Type.String()
}
