package cluster

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNoProgramsSaysWhatToInstall(t *testing.T) {
	t.Parallel()
	_, err := findPrograms(t.Context(), []string{t.TempDir()}, 0)
	wantError(t, err, ErrNoPrograms, "apt-get install postgresql", "PETCARE_DATABASE_URL")
}

func TestDataOfAVersionThatIsNotInstalledIsLeftAlone(t *testing.T) {
	t.Parallel()
	dir := used(t)
	first := start(t, dir)
	remember(t, first)
	stop(t, first)
	version := filepath.Join(first.folder.data(), "PG_VERSION")
	made, err := os.ReadFile(version)
	must(t, err)
	must(t, os.WriteFile(version, []byte("999\n"), 0o600))

	_, err = Start(t.Context(), Options{DataDir: dir})
	wantError(t, err, ErrNoVersion, "PostgreSQL 999", "postgresql-999")

	must(t, os.WriteFile(version, made, 0o600))
	recall(t, start(t, dir))
}

func TestFolderThatCannotBeMadeIsNamed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o600))
	_, err := Start(t.Context(), Options{DataDir: filepath.Join(file, "pg")})
	wantError(t, err, nil, "make data folder", file)
	_, err = Start(t.Context(), Options{DataDir: file})
	wantError(t, err, nil, "is a file")
}

func TestServerThatEndsAtOnceSaysWhy(t *testing.T) {
	t.Parallel()
	dir := used(t)
	first := start(t, dir)
	stop(t, first)
	config := filepath.Join(first.folder.data(), "postgresql.conf")
	for _, faults := range []int{1, 100} { // the log of more is cut; why the server has ended stands last
		must(t, os.WriteFile(config, []byte(strings.Repeat("no_such_setting = 1\n", faults)), 0o600))
		_, err := Start(t.Context(), Options{DataDir: dir})
		wantError(t, err, nil, "no_such_setting", "FATAL")
	}
}

func TestCancelledStartLeavesNothingRunning(t *testing.T) {
	t.Parallel()
	dir := home(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Start(ctx, Options{DataDir: dir})
	wantError(t, err, context.Canceled)
	ask(t, start(t, dir), "select 'later'")
}

func TestFolderWithOtherThingsOfRootIsNotTaken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key := filepath.Join(dir, "key")
	must(t, os.WriteFile(key, []byte("secret"), 0o600))
	f := folder{home: dir}
	if os.Geteuid() == 0 {
		_, err := f.claim()
		wantError(t, err, nil, "belongs to root", `"key"`)
	}
	info, err := os.Stat(dir)
	must(t, err)
	if uidOf(info) != os.Geteuid() {
		t.Error("the folder changed hands")
	}
}

func TestDataDirIsRequired(t *testing.T) {
	t.Parallel()
	_, err := Start(t.Context(), Options{})
	wantError(t, err, nil, "no data folder")
}

func TestBuffersStayWithinBounds(t *testing.T) {
	t.Parallel()
	for memory, want := range map[int64]int64{64 * mib: minBuffers, 1024 * mib: 128 * mib, 1 << 40: maxBuffers} {
		if got := buffers(memory); got != want {
			t.Errorf("%d bytes of memory give %d of buffers, not %d", memory, got, want)
		}
	}
}

func TestDamagedDataEndsTheStartWithAnErrorAndLeavesNothingRunning(t *testing.T) {
	t.Parallel()
	dir := used(t)
	stop(t, start(t, dir))
	must(t, os.RemoveAll(filepath.Join(dir, "data", "base")))
	c, err := Start(t.Context(), Options{DataDir: dir})
	if err == nil {
		stop(t, c)
		t.Fatal("it started")
	}
	wantError(t, err, nil, "damaged", "backup")
	if pid := (folder{home: dir}).postmaster(); pid != 0 {
		t.Errorf("the server %d was left running", pid)
	}
}
