package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// folder is the folder of a cluster.
type folder struct {
	home string
}

func (f folder) data() string         { return filepath.Join(f.home, "data") }
func (f folder) side() string         { return filepath.Join(f.home, "data.new") }
func (f folder) run() string          { return filepath.Join(f.home, "run") }
func (f folder) socketRecord() string { return filepath.Join(f.home, "socket") }
func (f folder) startLock() string    { return filepath.Join(f.home, "start.lock") }
func (f folder) usersLock() string    { return filepath.Join(f.home, "users.lock") }
func (f folder) serverLog() string    { return filepath.Join(f.home, "server.log") }
func (f folder) pidFile() string      { return filepath.Join(f.data(), "postmaster.pid") }

// openFolder creates the folder if it does not exist, makes it private, and gives it to the user that the server runs as. It follows
// a symbolic link, but not to a throw-away cluster: its name can be guessed and its parent is writable for all, so the link may be an
// attack.
func openFolder(path string, throwaway bool) (folder, owner, error) {
	home, err := filepath.Abs(path)
	if err != nil {
		return folder{}, owner{}, err
	}
	parents := fs.FileMode(0o700)
	if os.Geteuid() == 0 {
		parents = 0o711 // the server's user passes through them; they contain nothing secret
	}
	if err := os.MkdirAll(filepath.Dir(home), parents); err != nil {
		return folder{}, owner{}, fmt.Errorf("make data folder: %w", err)
	}
	if err := os.Mkdir(home, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return folder{}, owner{}, fmt.Errorf("make data folder: %w", err)
	}
	if info, err := os.Lstat(home); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if throwaway {
			return folder{}, owner{}, errors.New("the throw-away folder is a symbolic link; remove it")
		}
		if home, err = filepath.EvalSymlinks(home); err != nil {
			return folder{}, owner{}, err
		}
	}
	f := folder{home: home}
	o, err := f.claim()
	if err != nil {
		return folder{}, owner{}, err
	}
	return f, o, os.Chmod(home, 0o700)
}

// claim decides which user the server runs as. A folder of root is given to another user if it is empty, so that no other data changes
// its owner.
func (f folder) claim() (owner, error) {
	entries, unreadable := os.ReadDir(f.home)
	// After what is in it: another process may give the folder away in between, and only then fills it.
	info, err := os.Lstat(f.home)
	if err != nil {
		return owner{}, err
	}
	holder := uidOf(info)
	switch {
	case !info.IsDir():
		return owner{}, errors.New("the data folder is a file")
	case os.Geteuid() != 0 && holder != os.Geteuid():
		return owner{}, fmt.Errorf("the data folder belongs to user %d, this process runs as user %d", holder, os.Geteuid())
	case os.Geteuid() != 0:
		return owner{uid: holder}, nil
	case holder != 0:
		return dropTo(strconv.Itoa(holder))
	case unreadable != nil:
		return owner{}, unreadable
	case len(entries) > 0:
		return owner{}, fmt.Errorf("the data folder belongs to root and holds %q; name an empty or a new one", entries[0].Name())
	}
	o, err := unprivileged()
	if err != nil {
		return owner{}, err
	}
	return o, o.give(f.home)
}

// madeBy returns the major version that created the data, or 0 if there is no data.
func (f folder) madeBy() (int, error) {
	text, err := os.ReadFile(filepath.Join(f.data(), "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0, fmt.Errorf("read version of the data: %w", err)
	}
	return major, nil
}
