package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// owner is the user that the server runs as. PostgreSQL refuses root, so as root it is somebody else.
type owner struct {
	uid, gid int
	name     string
	drop     bool
}

// unprivileged picks the user that root steps down to.
func unprivileged() (owner, error) {
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			return ownerOf(u)
		}
	}
	return owner{}, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as")
}

func dropTo(uid string) (owner, error) {
	u, err := user.LookupId(uid)
	if err != nil {
		return owner{}, fmt.Errorf("find the owner of the data folder: %w", err)
	}
	return ownerOf(u)
}

func ownerOf(u *user.User) (owner, error) {
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return owner{}, fmt.Errorf("read user id of %s: %w", u.Username, err)
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return owner{}, fmt.Errorf("read group id of %s: %w", u.Username, err)
	}
	return owner{uid: uid, gid: gid, name: u.Username, drop: true}, nil
}

func uidOf(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}

// give makes a path that root created the owner's.
func (o owner) give(path string) error {
	if !o.drop {
		return nil
	}
	if err := os.Lchown(path, o.uid, o.gid); err != nil {
		return fmt.Errorf("hand %s to %s: %w", path, o.name, err)
	}
	return nil
}

// become makes cmd run as the owner, away from this process's terminal, folder and settings.
func (o owner) become(cmd *exec.Cmd) {
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC", "HOME=/"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if o.drop {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(o.uid), Gid: uint32(o.gid)}
	}
}

// reaches tells whether the owner can enter dir.
func (o owner) reaches(ctx context.Context, dir string) bool {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", `cd "$1"`, "sh", dir)
	o.become(cmd)
	return cmd.Run() == nil
}
