package cluster

import (
	"fmt"
	"os"
	"path/filepath"
)

// Scratch returns the folder of the current user's throw-away cluster. The name is constant, so that the next run joins and later
// stops a cluster that a killed run has left. The folder is in memory if there is room.
func Scratch() string {
	base := os.TempDir()
	if roomInMemory() {
		base = memoryFolder
	}
	return filepath.Join(base, fmt.Sprintf("petcare-test-%d", os.Geteuid()))
}
