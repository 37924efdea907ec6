package docs

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

//go:embed assets
var embedded embed.FS

// asset is one file. A file that comes gzipped goes out as it is to whoever takes gzip, and unpacked, once and for all, to
// the others: nobody pays for it with every request.
type asset struct {
	contentType string
	tag         string
	plain       []byte
	gzipped     []byte
}

func loadAssets() (map[string]*asset, error) {
	entries, err := fs.ReadDir(embedded, "assets")
	if err != nil {
		return nil, fmt.Errorf("list the assets of the documentation page: %w", err)
	}
	assets := make(map[string]*asset, len(entries))
	for _, entry := range entries {
		raw, err := fs.ReadFile(embedded, "assets/"+entry.Name())
		if err != nil {
			return nil, fmt.Errorf("read asset %s: %w", entry.Name(), err)
		}
		name, isGzipped := strings.CutSuffix(entry.Name(), ".gz")
		a := newAsset(contentTypeOf(name), raw)
		if isGzipped {
			a.gzipped = raw
			if a.plain, err = unpacked(raw); err != nil {
				return nil, fmt.Errorf("unpack asset %s: %w", entry.Name(), err)
			}
		}
		assets[name] = a
	}
	return assets, nil
}

func newAsset(contentType string, raw []byte) *asset {
	sum := sha256.Sum256(raw)
	return &asset{contentType: contentType, tag: hex.EncodeToString(sum[:8]), plain: raw}
}

func unpacked(raw []byte) ([]byte, error) {
	reader, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(reader)
}

// contentTypeOf knows the few kinds there are; the mime package would ask files of the machine.
func contentTypeOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	default:
		return "text/plain; charset=utf-8"
	}
}
