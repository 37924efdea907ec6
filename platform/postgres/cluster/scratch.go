package cluster

import (
	"fmt"
	"os"
	"path/filepath"
)

// Scratch names the folder of this user's throw-away cluster: one name, so that the next run adopts and stops what a
// killed one left. It lies in memory where there is room, else in the temporary folder.
func Scratch() string {
	base := os.TempDir()
	if roomInMemory() {
		base = memoryFolder
	}
	return filepath.Join(base, fmt.Sprintf("petcare-test-%d", os.Geteuid()))
}
