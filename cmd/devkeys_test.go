package petcarecmd

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/petcare/petcare/platform/secrets"
	"github.com/petcare/petcare/platform/testkit"
)

func TestDevelopmentKeysMadeAtOnceAreTheSame(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "folder")
	keys := make([]secrets.Keys, 8)
	var done sync.WaitGroup
	for i := range keys {
		done.Go(func() {
			k, err := developmentKeys(dir)
			if err != nil {
				t.Error(err)
			}
			keys[i] = k
		})
	}
	done.Wait()
	for _, k := range keys {
		if len(k) != 1 || string(k[0].Secret) != string(keys[0][0].Secret) {
			t.Errorf("different keys")
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "keys")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
}

func TestADataFolderThatCannotBeWrittenNamesTheSettings(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "gone")
	if err := os.Symlink("/proc/none", folder); err != nil { // nothing can be made there, not even by root
		t.Fatal(err)
	}
	_, err := developmentKeys(folder)
	if err == nil || !strings.Contains(err.Error(), "PETCARE_DATA_DIR") || !strings.Contains(err.Error(), "PETCARE_JWT_KEYS") {
		t.Errorf("%v", err)
	}
}

func TestDevelopmentKeysThatOthersCanReadAreRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	testkit.Must[secrets.Keys](t)(developmentKeys(dir))
	file := filepath.Join(dir, "keys")
	if err := os.Chmod(file, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := developmentKeys(dir); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("%v", err)
	}
	if err := errors.Join(os.Chmod(file, 0o600), os.WriteFile(file, []byte("dev1:broken"), 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := developmentKeys(dir); err == nil || !strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "broken") {
		t.Errorf("%v", err)
	}
}
