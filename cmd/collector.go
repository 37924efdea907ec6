package petcarecmd

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// minMemory is the lowest memory limit, in bytes.
const minMemory = 56 << 20

// tuneCollector makes the garbage collector run a quarter as often while little memory is in use, because it took a tenth of the CPU
// time of a request. The returned function restores it. GOGC and GOMEMLIMIT in the environment take precedence.
func tuneCollector() (restore func()) {
	var undo []func()
	if os.Getenv("GOGC") == "" {
		was := debug.SetGCPercent(400)
		undo = append(undo, func() { debug.SetGCPercent(was) })
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		was, over := debug.SetMemoryLimit(minMemory), make(chan struct{})
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			followUse(over)
		}()
		undo = append(undo, func() {
			close(over)
			<-stopped
			debug.SetMemoryLimit(was)
		})
	}
	return func() {
		for _, fn := range undo {
			fn()
		}
	}
}

// followUse keeps the limit well above the memory in use; otherwise the collector would run all the time.
func followUse(over <-chan struct{}) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	for {
		select {
		case <-over:
			return
		case <-tick.C:
			metrics.Read(inUse)
			debug.SetMemoryLimit(max(minMemory, 2*int64(inUse[0].Value.Uint64()+inUse[1].Value.Uint64()))) // far below 2^62
		}
	}
}
