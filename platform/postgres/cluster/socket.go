package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// longestSocketFolder leaves room for "/.s.PGSQL.5432" within the 104 bytes of a socket address, the smallest limit of all systems.
const longestSocketFolder = 103 - len("/.s.PGSQL."+socketPort)

// plainPath excludes characters that would have to be quoted in the server's list of socket folders.
var plainPath = regexp.MustCompile(`^/[A-Za-z0-9/._-]+$`)

// knownSocket returns the recorded socket folder, or "" if there is none that can be trusted. The record includes the folder of the
// cluster, so that a copied data folder does not lead to the original's server.
func (f folder) knownSocket(o owner) string {
	text, err := os.ReadFile(f.socketRecord())
	if err != nil {
		return ""
	}
	dir, home, _ := strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n")
	if home != f.home {
		return ""
	}
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || info.Mode().Perm() != 0o700 || uidOf(info) != o.uid {
		return ""
	}
	return dir
}

// makeSocket creates and records a private folder for the socket. It is in the folder of the cluster if that path is short enough and
// the server's user can enter it, otherwise in the temporary folder.
func (f folder) makeSocket(ctx context.Context, o owner) (string, error) {
	dir, err := f.placeSocket(ctx, o)
	if err != nil {
		return "", err
	}
	if err := o.give(dir); err != nil {
		return "", err
	}
	if err := os.WriteFile(f.socketRecord(), []byte(dir+"\n"+f.home+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("record socket folder: %w", err)
	}
	return dir, o.give(f.socketRecord())
}

func (f folder) placeSocket(ctx context.Context, o owner) (string, error) {
	if suitsSocket(f.run()) && (!o.drop || o.canEnter(ctx, f.home)) {
		if err := os.MkdirAll(f.run(), 0o700); err != nil {
			return "", fmt.Errorf("make socket folder: %w", err)
		}
		return f.run(), nil
	}
	for _, base := range []string{os.TempDir(), "/tmp", "/var/tmp"} {
		if !suitsSocket(filepath.Join(base, "petcare-0123456789")) || o.drop && !o.canEnter(ctx, base) {
			continue
		}
		if dir, err := os.MkdirTemp(base, "petcare-"); err == nil {
			return dir, nil
		}
	}
	return "", errors.New("no place for the server's socket: " +
		"neither the data folder nor a temporary folder has a short path that the server can use")
}

func suitsSocket(dir string) bool {
	return len(dir) <= longestSocketFolder && plainPath.MatchString(dir)
}

// clearSocket removes the files that a dead server left in its socket folder. If its process id has been reused, PostgreSQL would
// refuse to start.
func clearSocket(dir string) error {
	for _, name := range []string{".s.PGSQL." + socketPort, ".s.PGSQL." + socketPort + ".lock"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove stale socket: %w", err)
		}
	}
	return nil
}

// forgetSocket removes the recorded socket folder and the record.
func (c *Cluster) forgetSocket() error {
	if dir := c.folder.knownSocket(c.owner); dir != "" {
		if err := os.RemoveAll(dir); err != nil {
			return fmt.Errorf("remove socket folder: %w", err)
		}
	}
	if err := os.Remove(c.folder.socketRecord()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget socket folder: %w", err)
	}
	return nil
}
