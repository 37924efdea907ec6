package postgres

import (
	"encoding/binary"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// encodeIDsAndLists makes a connection send ids, and lists of ids and texts, as the bytes of the binary format. Otherwise pgx formats each
// id as text and parses it again, which took a sixth of the time of an import, and allocates memory for each member of a list.
func encodeIDsAndLists(c *pgx.Conn) {
	m := c.TypeMap()
	id := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: idCodec{}}
	text, _ := m.TypeForOID(pgtype.TextOID)
	m.RegisterType(id)
	m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: listCodec{&pgtype.ArrayCodec{ElementType: id}}})
	m.RegisterType(&pgtype.Type{Name: "_text", OID: pgtype.TextArrayOID, Codec: listCodec{&pgtype.ArrayCodec{ElementType: text}}})
}

type idCodec struct{ pgtype.UUIDCodec }

// PlanEncode implements pgtype.Codec.
func (c idCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if _, ok := value.(uuid.UUID); ok && format == pgtype.BinaryFormatCode {
		return idPlan{}
	}
	return c.UUIDCodec.PlanEncode(m, oid, format, value)
}

type listCodec struct{ *pgtype.ArrayCodec }

// PlanEncode implements pgtype.Codec.
func (c listCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if format == pgtype.BinaryFormatCode {
		switch value.(type) {
		case []uuid.UUID:
			return idsPlan{}
		case []string:
			return textsPlan{}
		case []*string:
			return optionalTextsPlan{}
		}
	}
	return c.ArrayCodec.PlanEncode(m, oid, format, value)
}

type (
	idPlan    struct{}
	idsPlan   struct{}
	textsPlan struct{}

	optionalTextsPlan struct{} // nil is null
)

// Encode implements pgtype.EncodePlan.
func (idPlan) Encode(value any, to []byte) ([]byte, error) {
	id := value.(uuid.UUID)
	return append(to, id[:]...), nil
}

// Encode implements pgtype.EncodePlan.
func (idsPlan) Encode(value any, to []byte) ([]byte, error) {
	list := value.([]uuid.UUID)
	if list == nil {
		return nil, nil
	}
	to = beginList(to, pgtype.UUIDOID, len(list), len(list)*len(uuid.Nil))
	for _, id := range list {
		to = binary.BigEndian.AppendUint32(to, uint32(len(id)))
		to = append(to, id[:]...)
	}
	return to, nil
}

// Encode implements pgtype.EncodePlan.
func (textsPlan) Encode(value any, to []byte) ([]byte, error) {
	list := value.([]string)
	if list == nil {
		return nil, nil
	}
	size := 0
	for _, s := range list {
		size += len(s)
	}
	to = beginList(to, pgtype.TextOID, len(list), size)
	for _, s := range list {
		to = binary.BigEndian.AppendUint32(to, uint32(len(s))) // a message has at most 1 GB
		to = append(to, s...)
	}
	return to, nil
}

// Encode implements pgtype.EncodePlan.
func (optionalTextsPlan) Encode(value any, to []byte) ([]byte, error) {
	list := value.([]*string)
	if list == nil {
		return nil, nil
	}
	size := 0
	for _, s := range list {
		if s != nil {
			size += len(*s)
		}
	}
	to = beginList(to, pgtype.TextOID, len(list), size)
	for _, s := range list {
		if s == nil {
			to = append(to, 0xff, 0xff, 0xff, 0xff) // a length of -1
			continue
		}
		to = binary.BigEndian.AppendUint32(to, uint32(len(*s)))
		to = append(to, *s...)
	}
	return to, nil
}

// beginList appends what an array of one dimension begins with, and makes room for n members of some bytes altogether.
func beginList(to []byte, member uint32, n, size int) []byte {
	const fields, width = 5, 4
	to = slices.Grow(to, (fields+n)*width+size)
	for _, field := range [fields]uint32{1, 0, member, uint32(n), 1} { // dimensions, nulls, type, length, first index
		to = binary.BigEndian.AppendUint32(to, field)
	}
	return to
}
