package cluster

import (
	"fmt"
	"os"
	"strings"
)

// serves reports whether a live process is the server of a data folder. The working folder of a server is its data folder; a zombie
// has none.
func serves(pid int, data string) bool {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	if err != nil || !strings.HasPrefix(string(name), "post") {
		return false
	}
	works, err := os.Stat(fmt.Sprintf("/proc/%d/cwd", pid))
	if err != nil {
		return false
	}
	there, err := os.Stat(data)
	return err == nil && os.SameFile(works, there)
}
