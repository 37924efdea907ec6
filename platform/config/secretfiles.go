package config

import (
	"fmt"
	"os"
	"strings"
)

// secretSettings may also be given as NAME_FILE, the path of a file that holds the value: containers mount secrets as files, and a
// file is not seen in the list of processes or in a dump of the environment.
var secretSettings = []string{"DATABASE_URL", "JWT_KEYS", "SEAL_KEYS"}

// secretFileLimit is far more than a list of keys needs, and bounds what a wrong path costs.
const secretFileLimit = 64 << 10

// readSecretFiles replaces each NAME_FILE of one source by NAME with what the file holds, without white space around it. To name
// both is a fault: which of them would count?
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
			faults = append(faults, fmt.Errorf("%s and %s_FILE are both given: give one", name, name))
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
