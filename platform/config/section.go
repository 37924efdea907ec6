package config

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"github.com/petcare/petcare/platform/secrets"
)

// Section describes the settings of a module. They share a prefix.
type Section struct {
	settings reflect.Type
	prefix   string
	names    []string // such as "INCIDENTS_REMIND_AFTER"
	read     func(values map[string]string) (settings any, wrong map[string]string)
}

// SectionOf returns the section of a module with settings of type S, a flat struct with the tags env and envDefault. check maps
// invalid settings to messages; it may be nil. SectionOf panics if S is not such a struct.
func SectionOf[S any](module string, check func(S) map[string]string) Section {
	s := Section{settings: reflect.TypeFor[S](), prefix: strings.ToUpper(module) + "_"}
	for f := range s.settings.Fields() {
		if key := keyOf(f); key == "" || key != strings.ToUpper(key) || !f.IsExported() {
			panic(fmt.Sprintf("the settings of %s: %s needs a name in capitals in the tag env", module, f.Name))
		}
	}
	s.names = namesOf[S](s.prefix)
	s.read = func(values map[string]string) (any, map[string]string) { return read(s.prefix, values, check) }
	return s
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

func namesOf[S any](under string) []string {
	params, err := env.GetFieldParamsWithOptions(new(S), env.Options{Prefix: under})
	if err != nil {
		panic(err) // a tag is wrong
	}
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Key
	}
	return names
}

// read reads the settings whose names begin with under. It maps those that are wrong to messages without the values, which may be secrets.
func read[S any](under string, values map[string]string, check func(S) map[string]string) (S, map[string]string) {
	wrong := map[string]string{}
	settings, err := env.ParseAsWithOptions[S](env.Options{Prefix: prefix + under, Environment: values})
	all, _ := errors.AsType[env.AggregateError](err)
	for _, e := range all.Errors {
		switch e := e.(type) { //nolint:errorlint // these are not wrapped
		case env.ParseError:
			wrong[under+settingOf(reflect.TypeFor[S](), e.Name)] = misread(e)
		case env.NoParserError:
			wrong[under+settingOf(reflect.TypeFor[S](), e.Name)] = "has a type that cannot be read: " + e.Type.String()
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

// settingOf returns the name of the setting for a field of a struct, or of a struct in it, or "".
func settingOf(in reflect.Type, field string) string {
	for f := range in.Fields() {
		if f.Name == field && keyOf(f) != "" {
			return keyOf(f)
		}
		if under, nested := f.Tag.Lookup("envPrefix"); nested {
			if name := settingOf(f.Type, field); name != "" {
				return under + name
			}
		}
	}
	return ""
}

// keyOf is the name in the tag env, without options such as required.
func keyOf(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("env"), ",")
	return key
}

// misread says what a value is not, without the value. Errors of keys contain no key, so they say which one is wrong.
func misread(e env.ParseError) string {
	switch e.Type {
	case reflect.TypeFor[secrets.Keys]():
		return e.Err.Error()
	case reflect.TypeFor[int](), reflect.TypeFor[int64](), reflect.TypeFor[uint](), reflect.TypeFor[float64]():
		return "is not a number"
	case reflect.TypeFor[bool]():
		return "is not true or false"
	case reflect.TypeFor[time.Duration]():
		return "is not a duration such as 30s, 5m or 24h"
	case reflect.TypeFor[Days]():
		return "is not a duration such as 30d or 720h"
	case reflect.TypeFor[Networks]():
		return "is not a list of networks such as 10.0.0.0/8,192.168.1.7"
	}
	return "is not a value of the type " + e.Type.String()
}
