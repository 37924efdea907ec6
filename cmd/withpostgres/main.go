// Command withpostgres runs another command with a throw-away PostgreSQL server, whose URL is in TEST_DATABASE_URL, and stops the
// server in any case. The command gets no settings of petcare (PETCARE_...) from its caller's shell: tests make their own.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/petcare/petcare/platform/postgres/cluster"
)

const (
	startTime = 2 * time.Minute
	stopTime  = time.Minute
	// graceTime is how long a command may take to end after a signal before it is killed.
	graceTime    = 15 * time.Second
	usageStatus  = 2
	signalStatus = 128 // by convention of shells, 128 plus the signal
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: withpostgres COMMAND [ARGUMENT]...\nexample: withpostgres go test ./...")
		os.Exit(usageStatus)
	}
	status, err := run(cluster.Scratch(), os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "withpostgres:", err)
		status = max(status, 1)
	}
	os.Exit(status)
}

func run(scratch string, command []string) (status int, err error) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)

	starting, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	c, err := cluster.Start(starting, cluster.Options{DataDir: scratch, Throwaway: true, Log: os.Stderr})
	if err != nil {
		return 1, err
	}
	defer func() {
		stopping, cancel := context.WithTimeout(context.Background(), stopTime)
		defer cancel()
		err = errors.Join(err, c.Stop(stopping))
	}()

	cmd := exec.Command(command[0], command[1:]...)
	isSetting := func(variable string) bool { return strings.HasPrefix(variable, "PETCARE_") }
	cmd.Env = append(slices.DeleteFunc(os.Environ(), isSetting), "TEST_DATABASE_URL="+c.MaintenanceURL())
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return supervise(cmd, signals)
}

// supervise passes signals to the command and its descendants, so that nothing outlives the server.
func supervise(cmd *exec.Cmd, signals <-chan os.Signal) (int, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return 1, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()

	var killing <-chan time.Time
	for {
		select {
		case err := <-ended:
			return statusOf(err)
		case s := <-signals:
			killing = time.After(graceTime)
			pass(cmd, s.(syscall.Signal))
		case <-killing:
			pass(cmd, syscall.SIGKILL)
		}
	}
}

// pass ignores that the group may have just ended, because Wait reports that.
func pass(cmd *exec.Cmd, s syscall.Signal) {
	_ = syscall.Kill(-cmd.Process.Pid, s)
}

func statusOf(err error) (int, error) {
	ended, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return 0, err
	}
	if wait, ok := ended.Sys().(syscall.WaitStatus); ok && wait.Signaled() {
		return signalStatus + int(wait.Signal()), nil
	}
	return ended.ExitCode(), nil
}
