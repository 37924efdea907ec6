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
	"github.com/petcare/petcare/platform/kernel/privacy"
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
	// What of the tables is about persons: files, with their bytes.
	fxgroups.ProvidePersonal("files",
		privacy.Table{Name: "files.files", Late: true, Rows: "parent_id = any(@records)", Erase: `
		with gone as (
			delete from files.files where account_id = @account and parent_id = any(@records) returning sha256
		), unused as (
			delete from files.blobs b
			where b.account_id = @account and not exists (select from files.files f
					where f.account_id = @account and f.sha256 = b.sha256 and f.parent_id <> all(@records))
				and b.sha256 in (select sha256 from gone union
					select cast(e.body as json) #>> '{data,object,sha256}' from outbox.events e
					where e.account_id = @account and e.record_id = any(@mentioned) and e.type like 'file.%')
			returning original, preview_1024, preview_256
		)
		delete from files.chunks c using unused u
		where c.account_id = @account and c.blob_id in (u.original, u.preview_1024, u.preview_256)`},
		privacy.Table{Name: "files.blobs", Plain: []string{"sha256"}},
	),
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
