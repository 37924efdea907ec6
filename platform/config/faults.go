package config

import (
	"errors"
	"reflect"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"
)

// parseFaults maps each setting that cannot be read to a message without its value, which may be a secret. prefix is that of the
// variables, and settingOf returns the name of the setting for a field.
func parseFaults(err error, prefix string, settingOf func(field string) string) (wrong map[string]string, others []error) {
	wrong = map[string]string{}
	all, ok := errors.AsType[env.AggregateError](err)
	if !ok {
		if err != nil {
			others = append(others, err)
		}
		return wrong, others
	}
	for _, e := range all.Errors {
		var parse env.ParseError
		var none env.NoParserError
		var absent env.VarIsNotSetError
		var empty env.EmptyVarError
		var file env.LoadFileContentError
		switch {
		case errors.As(e, &parse):
			wrong[settingOf(parse.Name)] = misread(parse)
		case errors.As(e, &none):
			wrong[settingOf(none.Name)] = "has a type that cannot be read: " + none.Type.String()
		case errors.As(e, &absent):
			wrong[strings.TrimPrefix(absent.Key, prefix)] = "is missing"
		case errors.As(e, &empty):
			wrong[strings.TrimPrefix(empty.Key, prefix)] = "is empty"
		case errors.As(e, &file):
			wrong[strings.TrimPrefix(file.Key, prefix)] = "is not a file that can be read"
		default:
			others = append(others, e)
		}
	}
	return wrong, others
}

// misread says what a value is not, without the value. Errors of keys contain no key, so they say which one is wrong.
func misread(e env.ParseError) string {
	if e.Type == reflect.TypeFor[Keys]() {
		return e.Err.Error()
	}
	kind, ok := kinds[e.Type]
	if !ok {
		kind = "a value of the type " + e.Type.String()
	}
	return "is not " + kind
}

var kinds = map[reflect.Type]string{
	reflect.TypeFor[int]():           "a number",
	reflect.TypeFor[int64]():         "a number",
	reflect.TypeFor[uint]():          "a number",
	reflect.TypeFor[float64]():       "a number",
	reflect.TypeFor[bool]():          "true or false",
	reflect.TypeFor[time.Duration](): "a duration such as 30s, 5m or 24h",
	reflect.TypeFor[Days]():          "a duration such as 30d or 720h",
	reflect.TypeFor[Networks]():      "a list of networks such as 10.0.0.0/8,192.168.1.7",
}

// settingOf returns the name of the setting for a field of Config, or of Webhooks, which has the only nested settings.
func settingOf(field string) string {
	if name := settingIn[Config](field); name != "" {
		return name
	}
	return "WEBHOOKS_" + settingIn[Webhooks](field)
}

// settingIn returns the name of the setting for a field of S, or "".
func settingIn[S any](field string) string {
	f, _ := reflect.TypeFor[S]().FieldByName(field)
	return keyOf(f)
}
