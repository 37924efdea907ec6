// Package console holds the pages of incidents in the staff console.
package console

import "embed"

// Files are static; index.js registers what they show.
//
//go:embed index.js
var Files embed.FS
