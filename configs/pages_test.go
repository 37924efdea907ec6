package configs_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link      = regexp.MustCompile(`\]\(([^)#]*)(?:#([^)]+))?\)`)
	heading   = regexp.MustCompile(`(?m)^#+ (.+)$`)
	noAnchor  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
	namedFile = regexp.MustCompile("`([a-zA-Z0-9_./-]+\\.(?:go|md|yaml|json|js|ts|sh|css|service))`")
)

// pages returns all pages, and all files as "/a/b.go\n" each.
func pages(t *testing.T) (pages []string, files string) {
	t.Helper()
	err := filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "bin" || d.Name() == "node_modules" || d.Name() == ".git"):
			return fs.SkipDir
		case filepath.Ext(name) == ".md":
			pages = append(pages, name)
		}
		files += strings.TrimPrefix(filepath.ToSlash(name), "..") + "\n"
		return nil
	})
	if err != nil || len(pages) < 10 {
		t.Fatal(pages, err)
	}
	return pages, files
}

// A page that names a file which is no longer there sends its reader astray. Names are those of the file or the end of its path.
func TestPagesNameFilesThatExist(t *testing.T) {
	t.Parallel()
	all, files := pages(t)
	for _, page := range all {
		for _, named := range namedFile.FindAllStringSubmatch(string(read(t, page)), -1) {
			if !strings.Contains(files, "/"+strings.TrimPrefix(path.Clean(named[1]), "../")+"\n") {
				t.Errorf("%s names %s", page, named[1])
			}
		}
	}
}

func TestLinksOfPagesResolve(t *testing.T) {
	t.Parallel()
	all, _ := pages(t)
	for _, page := range all {
		for _, to := range link.FindAllStringSubmatch(string(read(t, page)), -1) {
			file, anchor := filepath.Join(filepath.Dir(page), to[1]), to[2]
			if to[1] == "" {
				file = page
			}
			if strings.Contains(to[1], "://") {
				continue
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s leads to %s", page, to[1])
			} else if anchor != "" && !slices.Contains(anchors(t, file), anchor) {
				t.Errorf("%s leads to %s, which has no section %s", page, file, anchor)
			}
		}
	}
}

// anchors returns what GitHub makes of the headings of a page.
func anchors(t *testing.T, page string) (names []string) {
	t.Helper()
	for _, h := range heading.FindAllStringSubmatch(string(read(t, page)), -1) {
		names = append(names, strings.ReplaceAll(noAnchor.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-"))
	}
	return names
}

// The table "Where to go next" is how readers find a page.
func TestTheREADMELeadsToEveryPage(t *testing.T) {
	t.Parallel()
	readme := string(read(t, "../README.md"))
	if len(readme) > 12<<10 {
		t.Errorf("README.md has %d bytes", len(readme))
	}
	all, _ := pages(t)
	for _, page := range all {
		if name := strings.TrimPrefix(filepath.ToSlash(page), "../"); name != "README.md" && !strings.Contains(readme, "]("+name+")") {
			t.Errorf("README.md does not lead to %s", name)
		}
	}
}

func TestTheChangelogIsShort(t *testing.T) {
	t.Parallel()
	if lines := strings.Count(string(read(t, "../CHANGELOG.md")), "\n"); lines > 60 {
		t.Errorf("it has %d lines", lines)
	}
}
