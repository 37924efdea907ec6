package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// tick is the unit of CPU times in /proc. Without /proc, all CPU times are 0 and not reported.
const tick = time.Second / 100

// Fields of /proc/PID/stat, counted from the state.
const (
	fieldParent = 1
	fieldUser   = 11 // followed by system time and both times of children that have ended
)

// stat returns the fields of a process from the state on, or nil if it has ended.
func stat(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, after, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')'):]), " ")
	return strings.Fields(after)
}

func parent(pid int) int {
	if fields := stat(pid); fields != nil {
		n, _ := strconv.Atoi(fields[fieldParent])
		return n
	}
	return 0
}

// used returns the CPU time of a process and all its children, including ended ones.
func used(pid int) time.Duration {
	if pid == 0 {
		return 0
	}
	sum := 0
	add := func(fields []string) {
		for _, f := range fields[fieldUser : fieldUser+4] {
			n, _ := strconv.Atoi(f)
			sum += n
		}
	}
	if fields := stat(pid); fields != nil {
		add(fields)
	}
	all, _ := filepath.Glob("/proc/[0-9]*") // the pattern is valid
	for _, folder := range all {
		child, _ := strconv.Atoi(filepath.Base(folder))
		if fields := stat(child); fields != nil && fields[fieldParent] == strconv.Itoa(pid) {
			add(fields)
		}
	}
	return time.Duration(sum) * tick
}

// busy returns the total CPU time of the machine, including time taken by the hypervisor.
func busy() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	sum := 0
	for i, field := range strings.Fields(line) { // cpu user nice system idle iowait irq softirq steal guest
		n, err := strconv.Atoi(field)
		if err == nil && i != 4 && i != 5 && i < 9 {
			sum += n
		}
	}
	return time.Duration(sum) * tick
}

// own returns the CPU time of this process, which generates the load.
func own() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// most returns the peak memory of a process in MiB.
func most(pid int) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
			n, _ := strconv.Atoi(fields[1])
			return n >> 10
		}
	}
	return 0
}
