package cluster

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestLockOnARemovedFolderIsTakenAnew(t *testing.T) {
	t.Parallel()
	f, o := folder{home: t.TempDir()}, owner{}
	lock, err := f.lock(t.Context(), o)
	must(t, err)
	got := make(chan *os.File, 1)
	go func() {
		file, err := f.lock(t.Context(), o)
		if err != nil {
			t.Error(err)
		}
		got <- file
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	must(t, pollUntil(ctx, func() (bool, error) { return opened(f.startLock()) > 1, nil }))

	must(t, os.Remove(f.startLock()))
	must(t, lock.Close())
	file := <-got
	if file == nil || !sameFile(file, f.startLock()) {
		t.Fatal("the lock is on a file that nobody else will find")
	}
	must(t, file.Close())
}

// opened counts the descriptors of this process on path. It returns 2 where they cannot be listed.
func opened(path string) int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 2
	}
	count := 0
	for _, e := range entries {
		if target, err := os.Readlink(filepath.Join("/proc/self/fd", e.Name())); err == nil && target == path {
			count++
		}
	}
	return count
}
