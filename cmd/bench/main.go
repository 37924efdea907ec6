// Command bench compares petcare with a minimal server that does the same work, on the same machine with the same records and
// requests.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/petcare/petcare/cmd/bench/internal/limit"
)

const usageStatus = 2

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if len(os.Args) == 4 && os.Args[1] == limitCommand {
		end(limit.Serve(ctx, os.Args[2], os.Args[3]))
		return
	}
	ops := flag.String("ops", "", "operations, separated by commas; none: all")
	rounds := flag.Int("rounds", 3, "how often each operation is measured; the medians count")
	seconds := flag.Int("seconds", 8, "length of a measured run")
	warm := flag.Int("warm", 3, "seconds of the same before it")
	conns := flag.Int("conns", 16, "connections, each with one request at a time")
	binary := flag.String("petcare", "bin/petcare", "the program to measure")
	table := flag.String("ratios", "cmd/bench/ratios.txt", "the committed ratios")
	update := flag.Bool("update-ratios", false, "write what was measured to the table instead of judging it")
	flag.Parse()
	chosen, wanted, err := choose(*ops)
	if err == nil && (flag.NArg() > 0 || min(*rounds, *seconds, *conns) < 1 || *warm < 0) {
		err = errors.New("there are only flags; rounds, seconds and conns are at least 1, warm at least 0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		flag.Usage()
		os.Exit(usageStatus)
	}
	b := bench{binary: *binary, chosen: chosen, wanted: wanted, table: *table, update: *update, out: os.Stdout, log: os.Stderr,
		plan: plan{*rounds, *conns, time.Duration(*warm) * time.Second, time.Duration(*seconds) * time.Second}}
	end(b.run(ctx))
}

func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is a run of the program.
type bench struct {
	plan     plan
	binary   string
	chosen   []operation
	wanted   records
	table    string // file name
	update   bool
	out, log io.Writer
}

// run removes everything that it creates, also after errors.
func (b *bench) run(ctx context.Context) (err error) {
	committed, err := readRatios(b.table)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "petcare-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	// If this process is root, the database runs as another user, who must be able to enter.
	if err := os.Chmod(folder, 0o711); err != nil {
		return err
	}
	var sides []*side
	defer func() {
		for _, s := range sides {
			err = errors.Join(err, s.close())
		}
	}()
	for _, open := range []func() (*side, error){
		func() (*side, error) { return openLimit(ctx, folder) },
		func() (*side, error) { return openPetcare(ctx, folder, b.binary, b.wanted) },
	} {
		began := time.Now()
		s, err := open()
		if s != nil {
			sides = append(sides, s)
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(b.log, "%s is filled and serves after %.0f s\n", s.name, time.Since(began).Seconds())
	}
	results, err := b.measure(ctx, sides, committed)
	if err != nil {
		return err
	}
	return b.report(sides, results, committed)
}
