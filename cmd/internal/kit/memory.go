package kit

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// PeakMemory returns the peak memory of a process in MiB, or 0 if it is unknown.
func PeakMemory(pid int) int { return memory(pid, "VmHWM:") }

// Memory returns the current memory of a process in MiB, or 0 if it is unknown.
func Memory(pid int) int { return memory(pid, "VmRSS:") }

// memory returns a value of /proc/PID/status in MiB.
func memory(pid int, what string) int {
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
