// Package filesfx plugs files into the application.
package filesfx

import (
	"runtime"

	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/modules/files/internal/pictures"
	"github.com/petcare/petcare/modules/files/internal/s3"
	"github.com/petcare/petcare/modules/files/internal/store"
	"github.com/petcare/petcare/platform/config"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"go.uber.org/fx"
)

// Module is everything that files brings.
var Module = fxgroups.Module("files",
	fx.Provide(fx.Private,
		store.New, newBytes, newPictures, newOptions,
		func(s store.Store) files.Store { return s },
	),
	fx.Provide(files.NewService),
	fx.Invoke(fx.Annotate(func(s *files.Service, owners []files.Owner) { s.Register(owners...) }, fx.ParamTags("", files.FromOwners))),
	personal(),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "files", Files: fxgroups.Sub(files.Files)}),
	fxgroups.ProvideEventTypes("files", events.TypesOf[files.File]("files:read", files.Created, files.Updated, files.Deleted)...),
	fxgroups.ProvideAbilities("files", "files:read", "files:write"),
	fxgroups.ProvideSweeper(func(s *files.Service) fxgroups.Sweeper {
		return fxgroups.Sweeper{Module: "files", Name: "bytes of files", Sweep: s.Sweep}
	}),
)

// newPictures leaves half of the cores to requests.
func newPictures() files.Pictures { return pictures.New(runtime.GOMAXPROCS(0) / 2) }

func newOptions(c config.Config, keep outbox.Keep) files.Options {
	return files.Options{AccountLimit: c.Files.AccountLimit << 20, Keep: keep.AtMost()}
}

// newBytes keeps bytes in the database, or where the settings say.
func newBytes(c config.Config, db *postgres.DB, st store.Store) (files.Bytes, error) {
	f := c.Files
	if f.S3Endpoint == "" {
		return store.NewBytes(db), nil
	}
	return s3.New(s3.Options{Endpoint: f.S3Endpoint, Bucket: f.S3Bucket, Region: f.S3Region, AccessKey: f.S3AccessKey,
		SecretKey: f.S3SecretKey, Plain: f.S3Plain}, st.Unnamed)
}
