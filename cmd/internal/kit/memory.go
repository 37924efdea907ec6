package kit

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// PeakMemory is the most that a process has held so far in MiB, 0 where the system does not tell.
func PeakMemory(pid int) int { return Memory(pid, "VmHWM:") }

// Memory is what /proc tells of a process in MiB: VmRSS: is what it holds now.
func Memory(pid int, what string) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, what); ok {
			kib, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				return 0
			}
			return kib / 1024
		}
	}
	return 0
}
