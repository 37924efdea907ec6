package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// MinMajor is the oldest major version with the initdb options and the SQL that the service uses.
const MinMajor = 14

var (
	// ErrNoPrograms means that no PostgreSQL server programs are installed.
	ErrNoPrograms = errors.New("no PostgreSQL server programs found; install them with " +
		"`apt-get install postgresql`, `dnf install postgresql-server postgresql-contrib` or `brew install postgresql`, " +
		"or set PETCARE_DATABASE_URL to a server of your own")
	// ErrNoVersion means that the data needs the server programs of a major version that is not installed.
	ErrNoVersion = errors.New("the server programs of the version that made this data are not installed")
)

// programs is a folder with postgres and initdb.
type programs struct {
	dir   string
	major int
}

func (p programs) path(name string) string { return filepath.Join(p.dir, name) }

// findPrograms finds in dirs the programs of a major version, or the newest if wanted is 0.
func findPrograms(ctx context.Context, dirs []string, wanted int) (programs, error) {
	var newest programs
	var majors []string
	for _, dir := range dirs {
		major, err := majorOf(ctx, dir)
		switch {
		case err != nil: // not such a folder
		case major == wanted:
			return programs{dir, major}, nil
		default:
			majors = append(majors, strconv.Itoa(major))
			if major > newest.major {
				newest = programs{dir, major}
			}
		}
	}
	switch {
	case ctx.Err() != nil:
		return programs{}, ctx.Err()
	case wanted != 0:
		return programs{}, fmt.Errorf("%w: PostgreSQL %d is needed, there is %s; install `postgresql-%d` "+
			"or move the data with pg_dump", ErrNoVersion, wanted, cmp.Or(strings.Join(majors, ", "), "none"), wanted)
	case newest.major == 0:
		return programs{}, ErrNoPrograms
	case newest.major < MinMajor:
		return programs{}, fmt.Errorf("PostgreSQL %d or newer is needed, there is only %d in %s", MinMajor, newest.major, newest.dir)
	}
	return newest, nil
}

// places are the folders in which the programs may be.
func places() []string {
	var dirs []string
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin",                // Debian, Ubuntu
		"/usr/pgsql-*/bin",                         // RHEL, Fedora with PostgreSQL's own packages
		"/opt/homebrew/opt/postgresql*/bin",        // Homebrew on Apple silicon
		"/usr/local/opt/postgresql*/bin",           // Homebrew on Intel
		"/home/linuxbrew/.linuxbrew/opt/*sql*/bin", // Homebrew on Linux
		"/usr/lib/postgresql*/bin",                 // Alpine, openSUSE
	} {
		matches, _ := filepath.Glob(pattern) // the patterns are valid constants
		dirs = append(dirs, matches...)
	}
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	return dirs
}

var versionLine = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

func majorOf(ctx context.Context, dir string) (int, error) {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return 0, err
	}
	match := versionLine.FindSubmatch(out)
	if match == nil {
		return 0, fmt.Errorf("unknown version line %q", out)
	}
	return strconv.Atoi(string(match[1]))
}
