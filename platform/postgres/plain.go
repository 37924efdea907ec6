//go:build plaingorm

package postgres

import (
	"database/sql"

	"gorm.io/gorm"
)

func pluggable(db *sql.DB) gorm.ConnPool { return db }

func plug(*gorm.DB) error { return nil }
