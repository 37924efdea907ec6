package config

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/caarlos0/env/v11"
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
	params, err := env.GetFieldParamsWithOptions(new(S), env.Options{Prefix: s.prefix})
	if err != nil {
		panic(err)
	}
	for _, p := range params {
		s.names = append(s.names, p.Key)
	}
	s.read = func(values map[string]string) (any, map[string]string) {
		var read S
		o := env.Options{Prefix: prefix + s.prefix, Environment: values}
		wrong, _ := parseFaults(env.ParseWithOptions(&read, o), o.Prefix, settingIn[S])
		if check != nil {
			for name, say := range check(read) {
				if _, already := wrong[name]; !already {
					wrong[name] = say
				}
			}
		}
		return read, wrong
	}
	return s
}

// keyOf is the name in the tag env, without options such as required.
func keyOf(f reflect.StructField) string {
	key, _, _ := strings.Cut(f.Tag.Get("env"), ",")
	return key
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

func (c *Config) readSections(sections []Section, values, wrong map[string]string) {
	c.sections = map[reflect.Type]any{}
	for _, s := range sections {
		read, faults := s.read(values)
		c.sections[s.settings] = read
		for name, say := range faults {
			wrong[s.prefix+name] = say
		}
	}
}
