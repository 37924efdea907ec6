package e2e

import (
	"os"
	"sort"
	"testing"

	"github.com/petcare/petcare/cmd/internal/kit"
)

func TestMain(m *testing.M) {
	status := m.Run()
	var l []string
	for s := range kit.Statements() {
		l = append(l, s)
	}
	sort.Strings(l)
	f, _ := os.Create("/tmp/statements.txt")
	for _, s := range l {
		f.WriteString(s + "\n----\n")
	}
	f.Close()
	os.Exit(status)
}
