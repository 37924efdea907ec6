package config

import (
	"strings"

	"github.com/caarlos0/env/v11"
)

// Section describes the settings of a module. They share a prefix.
type Section struct {
	module string
	prefix string
	names  []string // such as "INCIDENTS_REMIND_AFTER"
	read   func(values map[string]string) (settings any, wrong map[string]string)
}

// SectionOf returns the section of a module with settings of type S, a flat struct with the tags env and envDefault. check maps
// invalid settings to messages; it may be nil. SectionOf panics if S is not such a struct.
func SectionOf[S any](module string, check func(S) map[string]string) Section {
	s := Section{module: module, prefix: strings.ToUpper(module) + "_"}
	params, err := env.GetFieldParamsWithOptions(new(S), env.Options{Prefix: s.prefix})
	if err != nil {
		panic(err)
	}
	for _, p := range params {
		s.names = append(s.names, p.Key)
	}
	s.read = func(values map[string]string) (any, map[string]string) {
		var read S
		wrong, _ := parseFaults(env.ParseWithOptions(&read, env.Options{Prefix: prefix + s.prefix, Environment: values}), settingIn[S])
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

// Names lists the settings, such as "INCIDENTS_REMIND_AFTER".
func (s Section) Names() []string { return s.names }

// Of returns the settings of the section as an S: those that Load read, or the defaults.
func (s Section) Of(c Config) any {
	if read, ok := c.sections[s.module]; ok {
		return read
	}
	defaults, _ := s.read(map[string]string{})
	return defaults
}

func (c *Config) readSections(sections []Section, values, wrong map[string]string) {
	c.sections = map[string]any{}
	for _, s := range sections {
		read, faults := s.read(values)
		c.sections[s.module] = read
		for name, say := range faults {
			wrong[s.prefix+name] = say
		}
	}
}
