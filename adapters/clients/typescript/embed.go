// Package typescript is the compiled TypeScript client, for what serves it to browsers.
package typescript

import "embed"

// Files are the ES modules that send requests, read their errors and follow the event feed.
//
//go:embed dist/call.js dist/errors.js dist/feed.js
var Files embed.FS
