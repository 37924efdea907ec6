package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

const scratchVariable = "WITHPOSTGRES_TEST_SCRATCH"

// TestMain makes this binary also act as the command, with a cluster folder chosen by the test.
func TestMain(m *testing.M) {
	scratch := os.Getenv(scratchVariable)
	if scratch == "" {
		os.Exit(m.Run())
	}
	status, err := run(scratch, os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

func withPostgres(scratch string, command ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], command...)
	cmd.Env = append(os.Environ(), scratchVariable+"="+scratch)
	return cmd
}

func wantStatus(t *testing.T, err error, want int) {
	t.Helper()
	ended, ok := errors.AsType[*exec.ExitError](err)
	if !ok || ended.ExitCode() != want {
		t.Errorf("ended with %v, not with status %d", err, want)
	}
}

func wantGone(t *testing.T, scratch string) {
	t.Helper()
	if _, err := os.Stat(scratch); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the cluster's folder is left: %v", err)
	}
}

func TestCommandGetsAServerAndItsStatusComesBack(t *testing.T) {
	t.Parallel()
	scratch := filepath.Join(t.TempDir(), "pg")
	var errs bytes.Buffer
	cmd := withPostgres(scratch, "sh", "-c", `echo "$TEST_DATABASE_URL"; env | grep ^PETCARE_; exit 7`)
	cmd.Env = append(cmd.Env, "PETCARE_DATABASE_URL=postgres://elsewhere")
	cmd.Stderr = &errs
	out, err := cmd.Output()
	wantStatus(t, err, 7)
	if !strings.HasPrefix(string(out), "postgres://") {
		t.Errorf("TEST_DATABASE_URL is %q", out)
	}
	if strings.Contains(string(out), "PETCARE_") {
		t.Errorf("the command gets settings of petcare: %s", out)
	}
	if !strings.Contains(errs.String(), "stopped private PostgreSQL") {
		t.Errorf("the server was not stopped: %s", errs.String())
	}
	wantGone(t, scratch)
}

func TestCommandThatIsMissingStopsTheServerToo(t *testing.T) {
	t.Parallel()
	scratch := filepath.Join(t.TempDir(), "pg")
	out, err := withPostgres(scratch, "/no/such/command").CombinedOutput()
	wantStatus(t, err, 1)
	if !strings.Contains(string(out), "/no/such/command") {
		t.Errorf("says %q", out)
	}
	wantGone(t, scratch)
}

func TestSignalEndsTheCommandItsChildrenAndTheServer(t *testing.T) {
	t.Parallel()
	scratch := filepath.Join(t.TempDir(), "pg")
	cmd := withPostgres(scratch, "sh", "-c", `sleep 600 & echo $!; wait`)
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(pipe)
	line, err := out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	grandchild, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}

	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	// The pipe is closed when the last process that has it open has ended, including the grandchild.
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Errorf("grandchild %d: %v", grandchild, err)
	}
	wantStatus(t, cmd.Wait(), signalStatus+int(syscall.SIGTERM))
	wantGone(t, scratch)
}
