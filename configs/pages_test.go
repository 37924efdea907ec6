package configs_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link      = regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)
	namedFile = regexp.MustCompile("`([a-zA-Z0-9_./-]+\\.(?:go|md|yaml|json|js|ts|sh|css|service))`")
)

// A page that names a file which is no longer there sends its reader astray. Names are those of the file or the end of its path.
func TestPagesNameFilesThatExist(t *testing.T) {
	t.Parallel()
	var files strings.Builder // "/a/b.go\n" for each
	var pages []string
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "bin" || d.Name() == "node_modules" || d.Name() == ".git"):
			return fs.SkipDir
		case filepath.Ext(name) == ".md":
			pages = append(pages, name)
		}
		files.WriteString(strings.TrimPrefix(filepath.ToSlash(name), "..") + "\n")
		return nil
	})
	if err != nil || len(pages) < 10 {
		t.Fatal(pages, err)
	}
	all := files.String()
	for _, page := range pages {
		text := string(read(t, page))
		for _, to := range link.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), to[1])); err != nil && !strings.Contains(to[1], "://") {
				t.Errorf("%s leads to %s", page, to[1])
			}
		}
		for _, named := range namedFile.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(all, "/"+strings.TrimPrefix(path.Clean(named[1]), "../")+"\n") {
				t.Errorf("%s names %s", page, named[1])
			}
		}
	}
}
