// Package filesfx plugs files into the application.
package filesfx

import (
	"context"
	"runtime"

	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/modules/files/internal/pictures"
	"github.com/petcare/petcare/modules/files/internal/s3"
	"github.com/petcare/petcare/modules/files/internal/store"
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/events"
	"github.com/petcare/petcare/platform/outbox"
	"github.com/petcare/petcare/platform/postgres"
	"go.uber.org/fx"
)

// Settings are PETCARE_FILES_….
type Settings struct {
	AccountLimit int64  `env:"ACCOUNT_LIMIT" envDefault:"2048"` // MiB
	S3Endpoint   string `env:"S3_ENDPOINT"`                     // "": the bytes are in PostgreSQL
	S3Bucket     string `env:"S3_BUCKET"`
	S3Region     string `env:"S3_REGION"`
	S3AccessKey  string `env:"S3_ACCESS_KEY"`
	S3SecretKey  string `env:"S3_SECRET_KEY"`
	S3Plain      bool   `env:"S3_PLAIN"` // http, without TLS
}

func (s Settings) check() map[string]string {
	wrong := map[string]string{}
	if s.AccountLimit < 1 {
		wrong["ACCOUNT_LIMIT"] = "is not 1 MiB or more"
	}
	if s.S3Endpoint == "" {
		return wrong
	}
	for name, value := range map[string]string{"S3_BUCKET": s.S3Bucket, "S3_ACCESS_KEY": s.S3AccessKey, "S3_SECRET_KEY": s.S3SecretKey} {
		if value == "" {
			wrong[name] = "is missing: S3_ENDPOINT is set"
		}
	}
	if _, err := s.s3(nil); err != nil {
		wrong["S3_ENDPOINT"] = "is not a host, with a port if need be, and without https://"
	}
	return wrong
}

func (s Settings) s3(unnamed func(context.Context, []files.Key) ([]files.Key, error)) (*s3.Bytes, error) {
	return s3.New(s3.Options{Endpoint: s.S3Endpoint, Bucket: s.S3Bucket, Region: s.S3Region, AccessKey: s.S3AccessKey,
		SecretKey: s.S3SecretKey, Plain: s.S3Plain}, unnamed)
}

// Module is everything that files brings.
var Module = fxgroups.Module("files",
	fxgroups.ProvideSettings("files", Settings.check),
	fx.Provide(fx.Private,
		store.New, newBytes, newPictures, newOptions,
		func(s store.Store) files.Store { return s },
	),
	fx.Provide(files.NewService),
	fx.Invoke(fx.Annotate(func(s *files.Service, owners []files.Owner) { s.Register(owners...) }, fx.ParamTags("", files.FromOwners))),
	fxgroups.ProvideMigrations(fxgroups.Migrations{Module: "files", Files: fxgroups.Sub(files.Files)}),
	fxgroups.ProvideEventTypes("files", events.TypesOf[files.File]("files:read", files.Created, files.Updated, files.Deleted)...),
	fxgroups.ProvideAbilities("files", "files:read", "files:write"),
	fxgroups.ProvideSweeper(func(s *files.Service) fxgroups.Sweeper {
		return fxgroups.Sweeper{Module: "files", Name: "bytes of files", Sweep: s.Sweep}
	}),
)

// newPictures leaves half of the cores to requests.
func newPictures() files.Pictures { return pictures.New(runtime.GOMAXPROCS(0) / 2) }

func newOptions(s Settings, keep outbox.Keep) files.Options {
	return files.Options{AccountLimit: s.AccountLimit << 20, Keep: keep.AtMost()}
}

func newBytes(s Settings, db *postgres.DB, st store.Store) (files.Bytes, error) {
	if s.S3Endpoint == "" {
		return store.NewBytes(db), nil
	}
	return s.s3(st.Unnamed)
}
