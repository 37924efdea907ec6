package postgres

import (
	"encoding/binary"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// encodeParameters makes a connection send ids, and lists of ids and texts, as the bytes of the binary format. Otherwise pgx formats each
// id as text and parses it again, which took a sixth of the time of an import, and allocates memory for each member of a list.
func encodeParameters(c *pgx.Conn) {
	m := c.TypeMap()
	id := &pgtype.Type{Name: "uuid", OID: pgtype.UUIDOID, Codec: idCodec{}}
	text, _ := m.TypeForOID(pgtype.TextOID)
	r := new(room)
	for _, oid := range []uint32{pgtype.TextOID, pgtype.JSONOID, pgtype.JSONBOID} {
		t, _ := m.TypeForOID(oid)
		m.RegisterType(&pgtype.Type{Name: t.Name, OID: oid, Codec: longCodec{t.Codec, r}})
	}
	m.RegisterType(id)
	m.RegisterType(&pgtype.Type{Name: "_uuid", OID: pgtype.UUIDArrayOID, Codec: listCodec{&pgtype.ArrayCodec{ElementType: id}, r}})
	m.RegisterType(&pgtype.Type{Name: "_text", OID: pgtype.TextArrayOID, Codec: listCodec{&pgtype.ArrayCodec{ElementType: text}, r}})
}

type idCodec struct{ pgtype.UUIDCodec }

// PlanEncode implements pgtype.Codec.
func (c idCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if _, ok := value.(uuid.UUID); ok && format == pgtype.BinaryFormatCode {
		return idPlan{}
	}
	return c.UUIDCodec.PlanEncode(m, oid, format, value)
}

type listCodec struct {
	*pgtype.ArrayCodec
	room *room
}

// PlanEncode implements pgtype.Codec.
func (c listCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if format == pgtype.BinaryFormatCode {
		switch value.(type) {
		case []uuid.UUID:
			return idsPlan{c.room}
		case []string:
			return textsPlan{c.room}
		case []*string:
			return optionalTextsPlan{c.room}
		}
	}
	return c.ArrayCodec.PlanEncode(m, oid, format, value)
}

type (
	idPlan    struct{}
	idsPlan   struct{ *room }
	textsPlan struct{ *room }

	optionalTextsPlan struct{ *room } // nil is null
)

// Encode implements pgtype.EncodePlan.
func (idPlan) Encode(value any, to []byte) ([]byte, error) {
	id := value.(uuid.UUID)
	return append(to, id[:]...), nil
}

// Encode implements pgtype.EncodePlan.
func (p idsPlan) Encode(value any, to []byte) ([]byte, error) {
	list := value.([]uuid.UUID)
	if list == nil {
		return nil, nil
	}
	to = p.begin(to, pgtype.UUIDOID, len(list), len(list)*len(uuid.Nil))
	for _, id := range list {
		to = binary.BigEndian.AppendUint32(to, uint32(len(id)))
		to = append(to, id[:]...)
	}
	return to, nil
}

// Encode implements pgtype.EncodePlan.
func (p textsPlan) Encode(value any, to []byte) ([]byte, error) {
	list := value.([]string)
	if list == nil {
		return nil, nil
	}
	size := 0
	for _, s := range list {
		size += len(s)
	}
	to = p.begin(to, pgtype.TextOID, len(list), size)
	for _, s := range list {
		to = binary.BigEndian.AppendUint32(to, uint32(len(s))) // a message has at most 1 GB
		to = append(to, s...)
	}
	return to, nil
}

// Encode implements pgtype.EncodePlan.
func (p optionalTextsPlan) Encode(value any, to []byte) ([]byte, error) {
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
	to = p.begin(to, pgtype.TextOID, len(list), size)
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

// begin appends what an array of one dimension begins with, and makes room for n members of some bytes altogether.
func (r *room) begin(to []byte, member uint32, n, size int) []byte {
	const fields, width = 5, 4
	to = r.extend(to, (fields+n)*width+size)
	for _, field := range [fields]uint32{1, 0, member, uint32(n), 1} { // dimensions, nulls, type, length, first index
		to = binary.BigEndian.AppendUint32(to, field)
	}
	return to
}

// longCodec encodes text and JSON as pgx does, in the room of the connection if it is long.
type longCodec struct {
	pgtype.Codec
	room *room
}

// PlanEncode implements pgtype.Codec.
func (c longCodec) PlanEncode(m *pgtype.Map, oid uint32, format int16, value any) pgtype.EncodePlan {
	if plan := c.Codec.PlanEncode(m, oid, format, value); plan != nil {
		return longPlan{plan, c.room}
	}
	return nil
}

type longPlan struct {
	pgtype.EncodePlan
	room *room
}

// Encode implements pgtype.EncodePlan.
func (p longPlan) Encode(value any, to []byte) ([]byte, error) {
	const version = 1 // of JSON in binary format
	switch v := value.(type) {
	case string:
		to = p.room.extend(to, version+len(v))
	case []byte:
		to = p.room.extend(to, version+len(v))
	}
	return p.EncodePlan.Encode(value, to)
}

// room is memory of a connection for the parameters of one statement. pgx keeps 256 bytes for them, and copies them into its message
// before it encodes the next statement. To let these grow for each parameter was a tenth of what a small write allocates.
type room struct{ free []byte }

const roomSize = 32 << 10

// extend makes room for some more bytes.
func (r *room) extend(to []byte, size int) []byte {
	if cap(to)-len(to) < size && len(to)+size <= roomSize {
		if r.free == nil {
			r.free = make([]byte, 0, roomSize)
		}
		to = append(r.free[:0], to...)
	}
	return slices.Grow(to, size)
}
