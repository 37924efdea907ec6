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

// openFolder creates the folder if it does not exist, and gives it to the user that the server runs as.
func openFolder(path string, throwaway bool) (folder, owner, error) {
	home, err := filepath.Abs(path)
	if err != nil {
		return folder{}, owner{}, fmt.Errorf("find data folder: %w", err)
	}
	// If this process is root, the server's user must be able to pass through the parents. They contain nothing secret.
	if err := os.MkdirAll(filepath.Dir(home), parentMode()); err != nil {
		return folder{}, owner{}, fmt.Errorf("make data folder: %w", err)
	}
	if err := os.Mkdir(home, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return folder{}, owner{}, fmt.Errorf("make data folder: %w", err)
	}
	info, err := os.Lstat(home)
	if err != nil {
		return folder{}, owner{}, fmt.Errorf("inspect data folder: %w", err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return openLink(home, throwaway)
	}
	if !info.IsDir() {
		return folder{}, owner{}, errors.New("the data folder is a file")
	}
	f := folder{home: home}
	o, err := f.claim(info)
	return f, o, err
}

// openLink follows a symbolic link to the folder of a cluster, but not to a throw-away one: its name can be guessed and its parent is
// writable for all, so the link may be an attack.
func openLink(home string, throwaway bool) (folder, owner, error) {
	if throwaway {
		return folder{}, owner{}, errors.New("the throw-away folder is a symbolic link; remove it")
	}
	target, err := filepath.EvalSymlinks(home)
	if err != nil {
		return folder{}, owner{}, fmt.Errorf("follow data folder: %w", err)
	}
	return openFolder(target, throwaway)
}

func parentMode() fs.FileMode {
	if os.Geteuid() == 0 {
		return 0o711
	}
	return 0o700
}

// claim decides which user the server runs as, and makes the folder private to that user.
func (f folder) claim(info fs.FileInfo) (owner, error) {
	holder := uidOf(info)
	if os.Geteuid() != 0 {
		if holder != os.Geteuid() {
			return owner{}, fmt.Errorf("the data folder belongs to user %d, this process runs as user %d", holder, os.Geteuid())
		}
		return owner{uid: holder}, f.private()
	}
	if holder != 0 {
		o, err := dropTo(strconv.Itoa(holder))
		if err != nil {
			return owner{}, err
		}
		return o, f.private()
	}
	return f.handOver()
}

// handOver gives a folder of root to the server's user. The folder must be empty, so that no other data changes its owner.
func (f folder) handOver() (owner, error) {
	entries, err := os.ReadDir(f.home)
	if err != nil {
		return owner{}, fmt.Errorf("read data folder: %w", err)
	}
	if len(entries) > 0 {
		return f.handedOver(entries[0].Name())
	}
	o, err := unprivileged()
	if err != nil {
		return owner{}, err
	}
	if err := os.Chown(f.home, o.uid, o.gid); err != nil {
		return owner{}, fmt.Errorf("give data folder to %s: %w", o.name, err)
	}
	return o, f.private()
}

// handedOver checks a non-empty folder again, because another process may have handed it over in the meantime.
func (f folder) handedOver(entry string) (owner, error) {
	info, err := os.Lstat(f.home)
	if err != nil {
		return owner{}, fmt.Errorf("inspect data folder: %w", err)
	}
	holder := uidOf(info)
	if holder == 0 {
		return owner{}, fmt.Errorf("the data folder belongs to root and holds %q; name an empty or a new one", entry)
	}
	return dropTo(strconv.Itoa(holder))
}

func (f folder) private() error {
	if err := os.Chmod(f.home, 0o700); err != nil {
		return fmt.Errorf("make data folder private: %w", err)
	}
	return nil
}

// madeBy returns the major version that created the data, or 0 if there is no data.
func (f folder) madeBy() (int, error) {
	text, err := os.ReadFile(filepath.Join(f.data(), "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read version of the data: %w", err)
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0, fmt.Errorf("read version of the data: %w", err)
	}
	return major, nil
}
