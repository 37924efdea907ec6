package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// Scratch returns the folder of the current user's throw-away cluster. The name is constant, so that the next run joins and later
// stops a cluster that a killed run has left. The folder is in memory if there are 2 GiB of room.
func Scratch() string {
	base := os.TempDir()
	const memory, enough = "/dev/shm", 2 << 30 // only Linux has it
	var room syscall.Statfs_t
	if syscall.Statfs(memory, &room) == nil && uint64(room.Bavail)*uint64(room.Bsize) >= enough {
		base = memory
	}
	return filepath.Join(base, fmt.Sprintf("petcare-test-%d", os.Geteuid()))
}
