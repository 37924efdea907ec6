//go:build !linux

package cluster

const memoryFolder = ""

func roomInMemory() bool { return false }
