package secrets

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// Keys is a comma-separated list of kid:base64, each of at least 32 bytes. The first key signs.
type Keys []Key

// UnmarshalText implements encoding.TextUnmarshaler. Its errors never contain a key.
func (k *Keys) UnmarshalText(text []byte) error {
	var keys Keys
	for i, part := range strings.Split(string(text), ",") {
		id, encoded, ok := strings.Cut(strings.TrimSpace(part), ":")
		secret, err := base64.StdEncoding.DecodeString(encoded)
		switch {
		case !ok || id == "" || len(id) > 64 || err != nil:
			return fmt.Errorf("key %d is not of the form kid:base64", i+1)
		case len(secret) < 32:
			return fmt.Errorf("key %d is shorter than 32 bytes", i+1)
		case slices.ContainsFunc(keys, func(k Key) bool { return k.ID == id }):
			return fmt.Errorf("key %d has the same kid as another one", i+1)
		}
		keys = append(keys, Key{ID: id, Secret: secret})
	}
	*k = keys
	return nil
}

// String hides the keys from logs.
func (k Keys) String() string { return fmt.Sprintf("%d keys", len(k)) }
