package docs

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/petcare/petcare/adapters/static"
)

//go:embed assets
var embedded embed.FS

// loadAssets returns the files by their names without ".gz".
func loadAssets() (map[string]*static.File, error) {
	entries, err := fs.ReadDir(embedded, "assets")
	if err != nil {
		return nil, fmt.Errorf("list the assets of the documentation page: %w", err)
	}
	assets := make(map[string]*static.File, len(entries))
	for _, entry := range entries {
		raw, err := fs.ReadFile(embedded, "assets/"+entry.Name())
		if err != nil {
			return nil, fmt.Errorf("read asset %s: %w", entry.Name(), err)
		}
		if name, isGzipped := strings.CutSuffix(entry.Name(), ".gz"); isGzipped {
			assets[name] = static.Gzipped(static.TypeOf(name), raw)
		} else {
			assets[name] = static.New(static.TypeOf(name), raw)
		}
	}
	return assets, nil
}
