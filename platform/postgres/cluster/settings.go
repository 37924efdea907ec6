package cluster

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

const (
	mib             = 1 << 20
	maxBuffers      = 256 * mib
	minBuffers      = 32 * mib
	unknownMemory   = 1024 * mib
	connections     = "100"
	testConnections = "300" // several test binaries run at once, each with several pools
	// libraries are all that sessions of the service load: the language of its functions, and its extensions.
	libraries = "plpgsql,pg_trgm,btree_gin,btree_gist"
)

// settings returns the command line arguments of the server. They apply at every start, so that old data gets new settings, too.
func (c *Cluster) settings() []string {
	memory := memoryLimit()
	pairs := []string{
		"listen_addresses=",
		"port=" + socketPort,
		"unix_socket_directories=" + c.socket,
		"unix_socket_permissions=0700",
		"timezone=UTC",
		"log_timezone=UTC",
		"log_destination=stderr",
		"log_checkpoints=off",
		// Where memory may not become code, as under petcare.service, compiled statements fail, such as the checks of a large restore.
		"jit=off",
		// New sessions use these libraries as they were when the server started, also when an update of the package has replaced the files:
		// the new ones may not fit the running server.
		"shared_preload_libraries=" + libraries,
		fmt.Sprintf("shared_buffers=%dkB", buffers(memory)/1024),
		fmt.Sprintf("effective_cache_size=%dkB", memory/2/1024),
	}
	if c.options.Throwaway {
		pairs = append(pairs,
			"max_connections="+testConnections,
			"fsync=off", "synchronous_commit=off", "full_page_writes=off",
			"wal_level=minimal", "max_wal_senders=0",
			"autovacuum=off", // it would connect to templates while they are copied, and change plans at unpredictable times
		)
	} else {
		pairs = append(pairs, "max_connections="+connections, "synchronous_commit=on")
	}
	var args []string
	for _, pair := range pairs {
		args = append(args, "-c", pair)
	}
	return args
}

func buffers(memory int64) int64 {
	return min(max(memory/8, minBuffers), maxBuffers)
}

// memoryLimit returns the memory of the machine or container in bytes.
func memoryLimit() int64 {
	memory := int64(unknownMemory)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		var kib int64
		if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &kib); err == nil { // the first line
			memory = kib * 1024
		}
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			memory = min(memory, limit)
		}
	}
	return memory
}
