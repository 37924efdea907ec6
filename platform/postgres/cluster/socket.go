package cluster

import (
	"context"
	"errors"
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

// ensureSocket returns the socket folder without what a dead server left in it: if its process id has been reused, PostgreSQL would
// refuse to start. It creates and records the folder if it does not exist.
func (f folder) ensureSocket(ctx context.Context, o owner) (string, error) {
	if dir := f.knownSocket(o); dir != "" {
		name := filepath.Join(dir, ".s.PGSQL."+socketPort)
		return dir, errors.Join(remove(name), remove(name+".lock"))
	}
	dir, err := f.makeSocket(ctx, o)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(f.socketRecord(), []byte(dir+"\n"+f.home+"\n"), 0o600); err != nil {
		return "", err
	}
	return dir, errors.Join(o.give(dir), o.give(f.socketRecord()))
}

// makeSocket creates a private folder: in the folder of the cluster if that path is short enough and the server's user can enter it,
// otherwise in the temporary folder.
func (f folder) makeSocket(ctx context.Context, o owner) (string, error) {
	if suitsSocket(f.run()) && o.canEnter(ctx, f.home) {
		// Not one that was copied along.
		if err := os.RemoveAll(f.run()); err != nil {
			return "", err
		}
		return f.run(), os.Mkdir(f.run(), 0o700)
	}
	for _, base := range []string{os.TempDir(), "/tmp", "/var/tmp"} {
		if !suitsSocket(filepath.Join(base, "petcare-0123456789")) || !o.canEnter(ctx, base) {
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

// forgetSocket removes the recorded socket folder and the record.
func (c *Cluster) forgetSocket() error {
	if dir := c.folder.knownSocket(c.owner); dir != "" {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	return remove(c.folder.socketRecord())
}

// remove removes a file if it exists.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
