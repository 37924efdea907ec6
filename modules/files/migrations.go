package files

import "embed"

// Files are the migrations of this module, in the folder "migrations".
//
//go:embed migrations/*.sql
var Files embed.FS
