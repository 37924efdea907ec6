package lists_test

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/petcare/petcare/platform/kernel/lists"
)

func TestMapKeepsTheOrder(t *testing.T) {
	t.Parallel()
	if got := lists.Map([]int{3, 1, 2}, strconv.Itoa); !slices.Equal(got, []string{"3", "1", "2"}) {
		t.Error(got)
	}
	if lists.Map(nil, strconv.Itoa) == nil {
		t.Error("a list of nothing is nil")
	}
}

func TestOfSeveralWithOneKeyTheLastIsKept(t *testing.T) {
	t.Parallel()
	got := lists.KeyBy([]string{"ant", "bee", "bat"}, func(s string) byte { return s[0] })
	if !maps.Equal(got, map[byte]string{'a': "ant", 'b': "bat"}) {
		t.Error(got)
	}
}
