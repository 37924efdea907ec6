//go:build !linux

package cluster

import (
	"os/exec"
	"strconv"
	"strings"
)

// serves reports whether a live process is the server of a data folder, determined from its command line.
func serves(pid int, data string) bool {
	out, err := exec.Command("ps", "-ww", "-o", "stat=,command=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return false
	}
	state, command, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
	return !strings.HasPrefix(state, "Z") && strings.Contains(command, "postgres") && strings.Contains(command, data)
}
