package kit

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/petcare/petcare/adapters/jsonl"
	petcarecmd "github.com/petcare/petcare/cmd"
)

// Keys are the keys for signing and sealing of commands and instances.
const Keys = "test:a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s="

// bePetcare makes a test binary run as the program instead of its tests.
const bePetcare = "PETCARE_TEST_BE_PETCARE"

func init() {
	if os.Getenv(bePetcare) == "1" {
		petcarecmd.Main()
	}
}

// Program returns petcare as a process on a database, not yet started. It runs this test binary.
func Program(t testing.TB, databaseURL string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), bePetcare+"=1", "PETCARE_DATABASE_URL="+databaseURL, "PETCARE_JWT_KEYS="+Keys,
		"PETCARE_DATA_DIR="+t.TempDir())
	return c
}

// Command runs petcare with arguments on a database and returns its output: standard output if it succeeds, otherwise both.
func Command(t testing.TB, databaseURL string, args ...string) (out string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := Program(t, databaseURL, args...)
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	if status = c.ProcessState.ExitCode(); status == 0 {
		return stdout.String(), status
	}
	return stdout.String() + stderr.String(), status
}

// Run runs a command that must succeed and returns its standard output.
func Run(t testing.TB, databaseURL string, args ...string) string {
	t.Helper()
	out, status := Command(t, databaseURL, args...)
	if status != 0 {
		t.Fatalf("%v: status %d, %s", args, status, out)
	}
	return out
}

// organization is the organization of the accounts and keys that commands create.
const organization = "Business"

// AddAccount creates the account "main" and returns its id. Unless flags say otherwise, it is in London and uses pounds.
func AddAccount(t testing.TB, databaseURL string, flags ...string) (id string) {
	t.Helper()
	made := Run(t, databaseURL, append([]string{"accounts", "create", "--json", "--organization", organization, "--code", "main",
		"--name", "Main",
		"--timezone", "Europe/London", "--currency", "GBP", "--country", "GB"}, flags...)...)
	var account struct{ ID string }
	if err := json.Unmarshal([]byte(made), &account); err != nil {
		t.Fatalf("%v: %s", err, made)
	}
	return account.ID
}

// AddKey creates an API key with all abilities for all accounts of AddAccount.
func AddKey(t testing.TB, databaseURL string) string {
	t.Helper()
	made := Run(t, databaseURL, "keys", "create", "--json", "--organization", organization, "--name", "test", "--ability", "*")
	var key struct{ Key string }
	if err := json.Unmarshal([]byte(made), &key); err != nil {
		t.Fatalf("%v: %s", err, made)
	}
	return key.Key
}

// ImportExample imports a line of every type into the account.
func ImportExample(t testing.TB, databaseURL, account string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "example.jsonl")
	if err := os.WriteFile(file, jsonl.Example(), 0o600); err != nil {
		t.Fatal(err)
	}
	Run(t, databaseURL, "import", "--account", account, file)
}
