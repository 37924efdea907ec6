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

// owner is the user that the server runs as. It differs from the current user if that is root, because PostgreSQL refuses to run as
// root.
type owner struct {
	uid, gid int
	name     string
	drop     bool
}

// unprivileged chooses the user that the server runs as if this process is root.
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

// give changes the owner of a path that root created.
func (o owner) give(path string) error {
	if !o.drop {
		return nil
	}
	if err := os.Lchown(path, o.uid, o.gid); err != nil {
		return fmt.Errorf("give %s to %s: %w", path, o.name, err)
	}
	return nil
}

// become makes cmd run as the owner, detached from the terminal, working folder and environment of this process.
func (o owner) become(cmd *exec.Cmd) {
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC", "HOME=/"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if o.drop {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(o.uid), Gid: uint32(o.gid)}
	}
}

// canEnter reports whether the owner can enter dir.
func (o owner) canEnter(ctx context.Context, dir string) bool {
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", `cd "$1"`, "sh", dir)
	o.become(cmd)
	return cmd.Run() == nil
}
