package petcarecmd

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// dropFilePages gives back the memory of the program's own file that was read so far: the start touches most of it, and serving a small
// part. Linux maps a page again when it is used. Only pages that nothing writes to are dropped.
func dropFilePages() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(maps)) { // 00400000-019e3000 r-xp 00000000 08:01 1234 /usr/bin/petcare
		f := strings.Fields(line)
		if len(f) != 6 || f[5] != program || strings.Contains(f[1], "w") {
			continue
		}
		first, last, _ := strings.Cut(f[0], "-")
		from, errFrom := strconv.ParseUint(first, 16, 64)
		to, errTo := strconv.ParseUint(last, 16, 64)
		if errFrom == nil && errTo == nil {
			_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, uintptr(from), uintptr(to-from), syscall.MADV_DONTNEED)
		}
	}
}
