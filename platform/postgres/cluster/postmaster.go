package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// immediateTimeout is how long an immediate shutdown may take.
const immediateTimeout = 10 * time.Second

// postmaster returns the process id of the running server of this data, or 0. The pid file alone is not enough: after a crash, its
// process id may belong to another process or to a zombie.
func (f folder) postmaster() int {
	text, err := os.ReadFile(f.pidFile())
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || pid <= 1 || !serves(pid, f.data()) {
		return 0
	}
	return pid
}

// serves reports whether a live process is the server of a data folder. On Linux, the working folder of a server is its data folder,
// and a zombie has none; elsewhere the command line tells.
func serves(pid int, data string) bool {
	process := fmt.Sprintf("/proc/%d/", pid)
	if _, err := os.Stat("/proc/self/comm"); err != nil {
		out, err := exec.Command("ps", "-ww", "-o", "stat=,command=", "-p", strconv.Itoa(pid)).Output()
		state, command, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
		return err == nil && !strings.HasPrefix(state, "Z") && strings.Contains(command, "postgres") && strings.Contains(command, data)
	}
	name, err := os.ReadFile(process + "comm")
	if err != nil || !strings.HasPrefix(string(name), "post") {
		return false
	}
	works, err := os.Stat(process + "cwd")
	if err != nil {
		return false
	}
	there, err := os.Stat(data)
	return err == nil && os.SameFile(works, there)
}

// stopServer shuts down the server of this data, whichever process started it, and waits until it has ended. It asks for a fast
// shutdown, which ends sessions and flushes data; for an immediate one if the data is thrown away or ctx ends.
func (c *Cluster) stopServer(ctx context.Context) error {
	pid := c.folder.postmaster()
	if pid == 0 {
		return nil
	}
	gone := func() (bool, error) { return !serves(pid, c.folder.data()), nil }
	fast := !c.options.Throwaway && syscall.Kill(pid, syscall.SIGINT) == nil && pollUntil(ctx, gone) == nil
	if !fast {
		if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil && !errors.Is(err, syscall.ESRCH) {
			return fmt.Errorf("signal server process %d: %w", pid, err)
		}
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), immediateTimeout)
		defer cancel()
		if err := pollUntil(last, gone); err != nil {
			return fmt.Errorf("server process %d does not end: %w", pid, err)
		}
	}
	return nil
}
