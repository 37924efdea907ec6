//go:build chaos || load

package petcarecmd

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// peakMemory is the most that a process has held so far in MiB, 0 where the system does not tell.
func peakMemory(pid int) int { return memoryOf(pid, "VmHWM:") }

func memoryOf(pid int, what string) int {
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
