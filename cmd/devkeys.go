package petcarecmd

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/petcare/petcare/platform/secrets"
)

// developmentKeys returns the keys for an installation without configured keys. It creates them once in the data folder, readable
// only by the owner. Processes that start at the same time get the same keys.
func developmentKeys(dataDir string) (secrets.Keys, error) {
	file := filepath.Join(dataDir, "keys")
	for range 2 {
		keys, err := readKeys(file)
		if err == nil {
			return keys, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read the development keys: %w", err)
		}
		if err := makeKeys(dataDir, file); err != nil {
			return nil, fmt.Errorf("make the development keys: %w (set PETCARE_JWT_KEYS, or PETCARE_DATA_DIR to a folder that can be written)", err)
		}
	}
	return nil, fmt.Errorf("the development keys in %s keep disappearing", file)
}

// readKeys rejects a file that others can read: with these keys, anybody can log in as any customer.
func readKeys(file string) (secrets.Keys, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s can be read or written by others (mode %04o): run chmod 600 %s, and remove the file instead when "+
			"others may have read it",
			file, info.Mode().Perm(), file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var keys secrets.Keys
	if err := keys.UnmarshalText([]byte(strings.TrimSpace(string(text)))); err != nil {
		return nil, fmt.Errorf("%s: %w (restore it from a backup; without these keys sessions end and webhook secrets cannot be opened)",
			file, err)
	}
	return keys, nil
}

func makeKeys(dataDir, file string) error {
	if err := os.MkdirAll(dataDir, 0o755); err != nil {
		return err
	}
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails: crypto/rand ends the program instead
	temp, err := os.CreateTemp(dataDir, "keys-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = fmt.Fprintf(temp, "dev1:%s\n", base64.StdEncoding.EncodeToString(secret))
	if err := errors.Join(err, temp.Close()); err != nil {
		return err
	}
	// Link does not overwrite an existing file, so the first process wins, and the file is complete as soon as it exists.
	if err := os.Link(temp.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
