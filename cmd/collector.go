package petcarecmd

import "runtime/debug"

// releaseMemory returns the memory that the start has used to the system.
func releaseMemory() {
	debug.FreeOSMemory()
	dropFilePages()
}
