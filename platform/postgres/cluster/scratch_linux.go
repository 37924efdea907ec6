package cluster

import "syscall"

const (
	memoryFolder = "/dev/shm"
	enoughRoom   = 2 << 30
	tmpfs        = 0x01021994
)

func roomInMemory() bool {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(memoryFolder, &stat); err != nil {
		return false
	}
	return int64(stat.Type) == tmpfs && int64(stat.Bavail)*int64(stat.Bsize) >= enoughRoom
}
