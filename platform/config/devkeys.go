package config

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// DevelopmentKeys are the keys of an installation that was given none: made once and kept in the data folder, readable
// by its owner only. Several processes that make them at once end with the same ones.
func DevelopmentKeys(dataDir string) (Keys, error) {
	file := filepath.Join(dataDir, "keys")
	for range 2 {
		text, err := os.ReadFile(file)
		if err == nil {
			var k Keys
			return k, k.UnmarshalText([]byte(strings.TrimSpace(string(text))))
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read the development keys: %w", err)
		}
		if err := makeKeys(dataDir, file); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("the development keys in %s come and go", file)
}

func makeKeys(dataDir, file string) error {
	if err := os.MkdirAll(dataDir, 0o755); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails: crypto/rand ends the program instead
	temp, err := os.CreateTemp(dataDir, "keys-*")
	if err != nil {
		return fmt.Errorf("write the development keys: %w", err)
	}
	defer os.Remove(temp.Name())
	if _, err := fmt.Fprintf(temp, "dev1:%s\n", base64.StdEncoding.EncodeToString(secret)); err != nil {
		return fmt.Errorf("write the development keys: %w", err)
	}
	if err := temp.Close(); err != nil {
		return fmt.Errorf("write the development keys: %w", err)
	}
	// A link does not overwrite: whoever comes first wins, and the file is complete when it appears.
	if err := os.Link(temp.Name(), file); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("keep the development keys: %w", err)
	}
	return nil
}
