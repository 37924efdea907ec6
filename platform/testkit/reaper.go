package testkit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/petcare/petcare/platform/postgres/cluster"
)

// Each test binary has to leave the throw-away cluster when it ends. It cannot do so itself, because no code runs after its last test
// or after a kill. So it starts itself a second time as a reaper, which joins the cluster and leaves it when the pipe from its
// parent breaks.
const reaperVariable = "PETCARE_TESTKIT_REAPER"

func init() {
	scratch := os.Getenv(reaperVariable)
	if scratch == "" {
		return
	}
	if err := reap(scratch, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stdout, failed+strings.ReplaceAll(err.Error(), "\n", " "))
		os.Exit(1)
	}
	os.Exit(0)
}

const failed = "failed: "

// lifeline is the end of the reaper's pipe that breaks with this process.
var lifeline io.WriteCloser //nolint:unused // held, not used: it breaks when this process ends

// startReaper joins the cluster of a folder and returns its maintenance database's URL.
func startReaper(scratch string) (address string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("start a throw-away cluster: %w", err)
	}
	address, lifeline, err = reaper(exec.Command(self), scratch)
	return address, err
}

func reaper(cmd *exec.Cmd, scratch string) (address string, line io.WriteCloser, err error) {
	cmd.Env = append(os.Environ(), reaperVariable+"="+scratch)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // go test kills a whole group after a timeout
	line, err = cmd.StdinPipe()
	if err != nil {
		return "", nil, fmt.Errorf("start a throw-away cluster: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, fmt.Errorf("start a throw-away cluster: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return "", nil, fmt.Errorf("start a throw-away cluster: %w", err)
	}
	address, err = bufio.NewReader(out).ReadString('\n')
	address = strings.TrimSpace(address)
	if reason, bad := strings.CutPrefix(address, failed); bad {
		err = errors.New(reason)
	}
	if err != nil {
		return "", nil, fmt.Errorf("start a throw-away cluster: %w", errors.Join(err, line.Close(), cmd.Wait()))
	}
	return address, line, nil
}

func reap(scratch string, parent io.Reader, answer io.Writer) error {
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) // they are for the parent, whose end breaks the pipe
	starting, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	c, err := cluster.Start(starting, cluster.Options{DataDir: scratch, Throwaway: true})
	if err != nil {
		return err
	}
	fmt.Fprintln(answer, c.MaintenanceURL())
	_, _ = io.Copy(io.Discard, parent)
	stopping, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	return c.Stop(stopping)
}
