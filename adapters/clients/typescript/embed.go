// Package typescript is the compiled TypeScript client, for what serves it to browsers.
package typescript

import "embed"

// Files are the ES modules: dist/index.js and what it imports.
//
//go:embed dist/*.js
var Files embed.FS
