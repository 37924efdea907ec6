package petcarecmd

import (
	"go.uber.org/fx"

	httpaccounts "github.com/petcare/petcare/adapters/httpapi/accounts"
	httpauth "github.com/petcare/petcare/adapters/httpapi/auth"
	httpcatalog "github.com/petcare/petcare/adapters/httpapi/catalog"
	httpconfiglists "github.com/petcare/petcare/adapters/httpapi/configlists"
	httpcustomerspets "github.com/petcare/petcare/adapters/httpapi/customerspets"
	httpevents "github.com/petcare/petcare/adapters/httpapi/events"
	httpfiles "github.com/petcare/petcare/adapters/httpapi/files"
	httphealthrecords "github.com/petcare/petcare/adapters/httpapi/healthrecords"
	httpimports "github.com/petcare/petcare/adapters/httpapi/imports"
	httpnotes "github.com/petcare/petcare/adapters/httpapi/notes"
	httporders "github.com/petcare/petcare/adapters/httpapi/orders"
	httpwebhooks "github.com/petcare/petcare/adapters/httpapi/webhooks"
	"github.com/petcare/petcare/modules/accounts/accountsfx"
	"github.com/petcare/petcare/modules/auth/authfx"
	"github.com/petcare/petcare/modules/catalog/catalogfx"
	"github.com/petcare/petcare/modules/configlists/configlistsfx"
	"github.com/petcare/petcare/modules/customerspets/customerspetsfx"
	"github.com/petcare/petcare/modules/files/filesfx"
	"github.com/petcare/petcare/modules/healthrecords/healthrecordsfx"
	"github.com/petcare/petcare/modules/imports/importsfx"
	"github.com/petcare/petcare/modules/notes/notesfx"
	"github.com/petcare/petcare/modules/orders/ordersfx"
	"github.com/petcare/petcare/modules/webhooks/webhooksfx"
	"github.com/petcare/petcare/platform/fxgroups"
)

// modules is the only list of the modules of petcare: a new module is added here.
func modules() []fx.Option {
	return []fx.Option{
		fx.Options(accountsfx.Module, httpaccounts.Module),
		fx.Options(authfx.Module, httpauth.Module),
		fx.Options(catalogfx.Module, httpcatalog.Module),
		fx.Options(configlistsfx.Module, httpconfiglists.Module),
		fx.Options(customerspetsfx.Module, httpcustomerspets.Module),
		fx.Options(filesfx.Module, httpfiles.Module),
		fx.Options(healthrecordsfx.Module, httphealthrecords.Module),
		fx.Options(importsfx.Module, httpimports.Module),
		fx.Options(notesfx.Module, httpnotes.Module),
		fx.Options(ordersfx.Module, httporders.Module),
		fx.Options(webhooksfx.Module, httpwebhooks.Module),
		Events,
	}
}

// Events is the module of the event feed. It has no folder in modules: its tables are those of platform/outbox.
var Events = fxgroups.Module("events", httpevents.Module)
