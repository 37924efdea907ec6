// Package attachments tells files whom orders belong to.
package attachments

import (
	"github.com/petcare/petcare/modules/files"
	"github.com/petcare/petcare/modules/orders"
)

// OfOrders has files belong to orders. Orders have no ability to write them.
func OfOrders(s *orders.Service) files.Owner {
	return files.Owner{Parent: files.Order, Read: "orders:read", Write: "orders:read", Exists: s.Exists}
}
