package schema_test

import (
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/petcare/petcare/adapters/schema"
)

const largest = 1 << 20

// budget is the CPU time that reading and checking the largest body may take: several times what it takes, even on a busy machine.
const budget = slower * 250 * time.Millisecond

// spent returns the CPU time of the process.
func spent(t testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Skip(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func cost(t testing.TB, shape *schema.Shape, body string) time.Duration {
	body = body[:min(len(body), largest)]
	best := time.Hour
	// The garbage collector may run during some, and others use the caches of the processor.
	for tries := 0; tries < 3 || tries < 12 && best > budget && best < 5*budget; tries++ {
		runtime.GC()
		began := spent(t)
		if tree, err := schema.ReadTree([]byte(body)); err == nil {
			if f := shape.Check("body", tree); len(f.List) > schema.MaxFaults {
				t.Errorf("%d faults are kept", len(f.List))
			}
		}
		best = min(best, spent(t)-began)
	}
	return best
}

func outerShape() *schema.Shape {
	set := schema.NewSet("#/")
	return set.Shape(set.Of(reflect.TypeFor[outer]()))
}

// This test is not parallel, because the CPU time includes all running tests.
func TestLargestBodiesAreCheap(t *testing.T) {
	shape := outerShape()
	var keys strings.Builder
	for i := 0; keys.Len() < largest; i++ {
		keys.WriteString(`"` + strconv.Itoa(i) + `":"\u0000",`)
	}
	for name, body := range map[string]string{
		"keys": "{" + keys.String()[:largest-40] + `":1}`, "numbers": `{"set":[` + strings.Repeat("1,", largest/2), "lists": "[" + strings.Repeat("[],", largest/3),
		"depth": strings.Repeat(`{"nested":`, largest/10), "marks": `{"name":"` + strings.Repeat("\u0301", largest/2-20) + `"}`,
		"accents": `{"name":"` + strings.Repeat("e\u0301", largest/3-20) + `"}`, "escapes": `{"free":{"a":"` + strings.Repeat(`\u00e9`, largest/6-20) + `"}}`,
	} {
		if took := cost(t, shape, body); took > budget {
			t.Errorf("%s cost %s", name, took)
		} else {
			t.Logf("%s cost %s", name, took)
		}
	}
}

func FuzzBodiesAreCheap(f *testing.F) {
	shape := outerShape()
	for _, seed := range []string{`"\u0000",`, `[],`, `{"a":`, "e\u0301", `"k":1,`, "1e9,"} {
		f.Add(`{"name":[`, seed)
	}
	f.Fuzz(func(t *testing.T, begin, again string) {
		if again == "" {
			return
		}
		if took := cost(t, shape, begin+strings.Repeat(again, largest/len(again))); took > 2*budget { // many run at once when fuzzing
			t.Errorf("%s", took)
		}
	})
}
