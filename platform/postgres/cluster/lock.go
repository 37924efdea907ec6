package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"
)

const pollEvery = 10 * time.Millisecond

// lock takes the start lock of the folder, which is required to start or stop the server. It fails with fs.ErrNotExist if the folder
// was removed in the meantime.
func (f folder) lock(ctx context.Context, o owner) (*os.File, error) {
	for {
		file, err := openLock(f.startLock(), o)
		if err != nil {
			return nil, err
		}
		err = pollUntil(ctx, func() (bool, error) { return tryLock(file, syscall.LOCK_EX) })
		if err != nil {
			file.Close()
			return nil, fmt.Errorf("wait for another process to start or stop the cluster: %w", err)
		}
		// While this process waited, the file may have been removed; then the lock on it excludes nobody.
		if sameFile(file, f.startLock()) {
			return file, nil
		}
		file.Close()
	}
}

// share marks this process as a user of the cluster until the file is closed, which also happens when the process is killed.
func (f folder) share(o owner) (*os.File, error) {
	file, err := openLock(f.usersLock(), o)
	if err != nil {
		return nil, err
	}
	ok, err := tryLock(file, syscall.LOCK_SH)
	if err == nil && !ok {
		err = errors.New("join the users of the cluster: another process holds the lock exclusively")
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func openLock(path string, o owner) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	if err := o.give(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		file.Close()
		return nil, err
	}
	return file, nil
}

func tryLock(file *os.File, how int) (bool, error) {
	for {
		err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, fmt.Errorf("lock %s: %w", file.Name(), err)
		}
	}
}

func sameFile(file *os.File, path string) bool {
	held, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(held, there)
}

func pollUntil(ctx context.Context, done func() (bool, error)) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		ok, err := done()
		if err != nil || ok {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
