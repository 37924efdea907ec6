package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

func fromFile(file string, known []string, into map[string]string) []error {
	text, err := os.ReadFile(file)
	if err != nil {
		return []error{fmt.Errorf("read the configuration file: %w", err)}
	}
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		return []error{fmt.Errorf("%s: %w", file, err)}
	}
	var faults []error
	var walk func(path string, tree map[string]any)
	walk = func(path string, tree map[string]any) {
		for key, value := range tree {
			name := path + strings.ToUpper(key)
			if below, ok := value.(map[string]any); ok {
				walk(name+"_", below)
				continue
			}
			if value == nil && hasBelow(known, name) {
				continue // such as webhooks, with all settings below it commented out
			}
			if !slices.Contains(known, name) {
				faults = append(faults, fmt.Errorf("%s: %s is not a setting", file, strings.ToLower(name)))
				continue
			}
			if _, given := into[prefix+name]; given { // as in webhooks_backoff beside webhooks: backoff
				faults = append(faults, fmt.Errorf("%s: %s is given more than once", file, strings.ToLower(name)))
			}
			into[prefix+name] = scalar(value)
		}
	}
	walk("", tree)
	return faults
}

// hasBelow reports whether settings have names that begin with that of a section.
func hasBelow(known []string, section string) bool {
	return slices.ContainsFunc(known, func(name string) bool { return strings.HasPrefix(name, section+"_") })
}

func scalar(v any) string {
	if list, ok := v.([]any); ok {
		parts := make([]string, len(list))
		for i, p := range list {
			parts[i] = fmt.Sprint(p)
		}
		return strings.Join(parts, ",")
	}
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}
