package config

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/petcare/petcare/platform/kernel/lists"
	"gopkg.in/yaml.v3"
)

// readFile reads the settings in a YAML file, if there is one.
func readFile(file string, known []string) (values map[string]string, faults []error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, []error{fmt.Errorf("read the configuration file: %w", err)}
	}
	var tree map[string]any
	if err := yaml.Unmarshal(text, &tree); err != nil {
		return nil, []error{fmt.Errorf("%s: %w", file, err)}
	}
	values = map[string]string{}
	var walk func(path string, tree map[string]any)
	walk = func(path string, tree map[string]any) {
		for key, value := range tree {
			name := path + strings.ToUpper(key)
			isBelow := func(setting string) bool { return strings.HasPrefix(setting, name+"_") }
			below, isSection := value.(map[string]any)
			_, given := values[name]
			switch {
			case isSection:
				walk(name+"_", below)
				continue
			case value == nil && slices.ContainsFunc(known, isBelow): // such as webhooks, with all settings below it commented out
				continue
			case !slices.Contains(known, name):
				faults = append(faults, fmt.Errorf("%s: %s is not a setting", file, strings.ToLower(name)))
				continue
			case given: // as in webhooks_backoff beside webhooks: backoff
				faults = append(faults, fmt.Errorf("%s: %s is given more than once", file, strings.ToLower(name)))
			}
			values[name] = scalar(value)
		}
	}
	walk("", tree)
	return values, faults
}

func scalar(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []any:
		return strings.Join(lists.Map(v, func(p any) string { return fmt.Sprint(p) }), ",")
	}
	return fmt.Sprint(v)
}

// readSecrets replaces each NAME_FILE in one source with NAME and the file's content, without surrounding white space. Setting both is an
// error, because it is not clear which one applies.
func readSecrets(source map[string]string) (faults []error) {
	const limit = 64 << 10 // more than any list of keys: the path is wrong
	for _, name := range secretSettings {
		path := source[name+"_FILE"]
		delete(source, name+"_FILE")
		if path == "" {
			continue
		}
		if source[name] != "" {
			faults = append(faults, fmt.Errorf("%s and %[1]s_FILE are both set: set only one of them", prefix+name))
			continue
		}
		text, err := os.ReadFile(path)
		source[name] = strings.TrimSpace(string(text))
		if err == nil && (source[name] == "" || len(text) > limit) {
			err = fmt.Errorf("%s is empty or has more than %d bytes", path, limit)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s_FILE: %w", prefix+name, err))
		}
	}
	return faults
}
