package load

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/fx"

	"github.com/petcare/petcare/cmd/internal/kit"
	"github.com/petcare/petcare/modules/customerspets"
	"github.com/petcare/petcare/modules/notes"
	"github.com/petcare/petcare/platform/kernel/caller"
	"github.com/petcare/petcare/platform/kernel/paging"
	"github.com/petcare/petcare/platform/kernel/patch"
)

// BenchmarkServices calls the services of modules, without HTTP, from 16 callers at once, and reports the processor time of a call in the
// program and in the database. With the tag plaingorm it measures the same without the transport.
func BenchmarkServices(b *testing.B) {
	var people *customerspets.Service
	var noted *notes.Service
	url := kit.FreshURL(b)
	s := kit.Start(b, kit.Config(url), io.Discard, fx.Populate(&people, &noted))
	x := s.Tenant()
	file, _ := loadFile(b, 20_000)
	runPetcare(b, url, "import", "--account", "main", file)
	one := x.Do("GET", "pets?limit=1", nil).List()[0]
	pet, customer, account := uuid.MustParse(one["id"].(string)), uuid.MustParse(one["customer_id"].(string)), x.Account.ID
	var customers []uuid.UUID // of whom each update takes the next: one would be locked by 15 others
	for _, c := range x.Do("GET", "customers?limit=200", nil).List() {
		customers = append(customers, uuid.MustParse(c["id"].(string)))
	}
	var number atomic.Int64
	for _, call := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"get", func(ctx context.Context) error { _, err := people.GetPet(ctx, account, customer, pet); return err }},
		{"list", func(ctx context.Context) error {
			_, err := people.ListCustomers(ctx, account, customerspets.CustomerQuery{}, paging.Request{Limit: 50})
			return err
		}},
		{"create", func(ctx context.Context) error {
			_, err := noted.Create(ctx, account, notes.Scope{Parent: notes.Parent{Type: notes.Pet, ID: pet}, Customer: customer}, notes.NoteCreate{Body: fmt.Sprint(number.Add(1))})
			return err
		}},
		{"update", func(ctx context.Context) error {
			n := int(number.Add(1))
			change := customerspets.CustomerPatch{CustomerDetails: customerspets.CustomerDetails{Alert: patch.Of(fmt.Sprint(n))}}
			_, err := people.UpdateCustomer(ctx, account, customers[n%len(customers)], change, patch.Precondition{})
			return err
		}},
	} {
		b.Run(call.name, func(b *testing.B) {
			ctx := caller.With(b.Context(), caller.Caller{Kind: caller.System, Name: "bench"})
			b.SetParallelism(8)
			program, database := used(os.Getpid()), databaseTime(b, x)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := call.do(ctx); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.ReportMetric(float64((used(os.Getpid())-program).Microseconds())/float64(b.N), "program-µs/op")
			b.ReportMetric(float64((databaseTime(b, x)-database).Microseconds())/float64(b.N), "database-µs/op")
		})
	}
}

// used returns the CPU time of a process.
func used(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * (time.Second / 100)
}

// databaseTime is the processor time of the sessions of a database.
func databaseTime(b *testing.B, x kit.Tenant) (spent time.Duration) {
	var sessions []int
	const own = "select pid from pg_stat_activity where datname = current_database()"
	if err := x.DB.In(b.Context()).Raw(own).Scan(&sessions).Error; err != nil {
		b.Fatal(err)
	}
	for _, pid := range sessions {
		spent += used(pid)
	}
	return spent
}
