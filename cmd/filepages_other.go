//go:build !linux

package petcarecmd

func dropFilePages() {}
