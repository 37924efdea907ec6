package imports

import "embed"

// Files are the migrations of this module, in the folder "migrations".
//
//go:embed migrations/*.sql
var Files embed.FS

// Profiles are the maps for exports of other systems, in the folder "profiles".
//
//go:embed profiles/*.yaml
var Profiles embed.FS
