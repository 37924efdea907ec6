package filesfx

import (
	"github.com/petcare/petcare/platform/fxgroups"
	"github.com/petcare/petcare/platform/kernel/privacy"
	"go.uber.org/fx"
)

// personal says what of the tables is about persons: files, with their bytes.
func personal() fx.Option {
	return fxgroups.ProvidePersonal("files",
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
	)
}
