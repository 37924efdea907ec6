package config

import (
	"fmt"
	"os"
	"strings"
)

// secretSettings can also be set by NAME_FILE, the path of a file with the value. Containers mount secrets as files, and unlike
// environment variables, files do not appear in a dump of the environment.
var secretSettings = []string{"DATABASE_URL", "JWT_KEYS", "SEAL_KEYS"}

// secretFileLimit is larger than any list of keys. It bounds what is read if the path is wrong.
const secretFileLimit = 64 << 10

// readSecretFiles replaces each NAME_FILE in one source with NAME and the file's content, without surrounding white space. Setting
// both is an error, because it is not clear which one applies.
func readSecretFiles(source map[string]string) []error {
	var faults []error
	for _, setting := range secretSettings {
		name := prefix + setting
		path := source[name+"_FILE"]
		delete(source, name+"_FILE")
		if path == "" {
			continue
		}
		if source[name] != "" {
			faults = append(faults, fmt.Errorf("%s and %s_FILE are both set: set only one of them", name, name))
			continue
		}
		text, err := readSecret(path)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s_FILE: %w", name, err))
			continue
		}
		source[name] = text
	}
	return faults
}

func readSecret(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > secretFileLimit {
		return "", fmt.Errorf("%s is not a file of at most %d bytes", path, secretFileLimit)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	value := strings.TrimSpace(string(text))
	if value == "" {
		return "", fmt.Errorf("%s is empty", path)
	}
	return value, nil
}
