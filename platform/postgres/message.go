package postgres

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// message is a message of several statements that has been sent.
type message struct {
	ctx     context.Context
	conn    *pgx.Conn
	list    []statement
	batch   *pgx.Batch
	answers pgx.BatchResults
}

// send sends statements in one message. If that fails, receive returns the error.
func send(ctx context.Context, c *pgx.Conn, list []statement) *message {
	batch := new(pgx.Batch)
	for _, s := range list {
		batch.Queue(s.sql, s.args...)
	}
	c.PgConn().Frontend().Send(writeBufferOf(c))
	return &message{ctx, c, list, batch, c.SendBatch(ctx, batch)}
}

// writeBuffer is memory in which a connection assembles its messages. pgx frees its own after each message of more than 1 KB and lets it
// grow again, which was an eighth of what a small write allocates.
type writeBuffer []byte

const (
	writeBufferSize = 64 << 10
	writeBufferKey  = "petcare write buffer"
)

func writeBufferOf(c *pgx.Conn) *writeBuffer {
	data := c.PgConn().CustomData()
	b, ok := data[writeBufferKey].(*writeBuffer)
	if !ok {
		b = new(writeBuffer(make([]byte, 0, writeBufferSize)))
		data[writeBufferKey] = b
	}
	return b
}

// Frontend implements pgproto3.FrontendMessage.
func (*writeBuffer) Frontend() {}

// Decode implements pgproto3.Message.
func (*writeBuffer) Decode([]byte) error { return nil }

// Encode implements pgproto3.Message: it adds nothing to what is to be sent and moves it here.
func (b *writeBuffer) Encode(to []byte) ([]byte, error) { return append((*b)[:0], to...), nil }

// sendTogether sends statements in one message and returns how many rows the last one has changed.
func (d *DB) sendTogether(ctx context.Context, c *pgx.Conn, list []statement) (n int64, err error) {
	if len(list) == 1 && (d.tracer == nil || list[0].joined == nil) {
		return list[0].send(ctx, c)
	}
	return d.receive(send(ctx, c, list))
}

// receive reads the answers of a message and returns how many rows its last statement has changed.
func (d *DB) receive(m *message) (n int64, err error) {
	rows, err := d.results(m)
	for i := range rows {
		n, _ = m.list[i].answered(rows[i], nil)
	}
	if err != nil && len(rows) < len(m.list) {
		return m.list[len(rows)].answered(0, err)
	}
	return n, err
}

// results returns how many rows each statement of a message has changed, up to the first that fails. If err comes with the rows of
// all, the end of the message has failed.
func (d *DB) results(m *message) (rows []int64, err error) {
	defer func() {
		if isOfValues(err) {
			m.batch.QueuedQueries = nil // pgx prepares those of a message that failed anew, and the database plans them anew
		}
		if closed := m.answers.Close(); err == nil {
			err = closed
		}
	}()
	rows = make([]int64, 0, len(m.list))
	for _, s := range m.list {
		n, err := d.result(m.ctx, m.conn, s, m.answers)
		if err != nil {
			return rows, err
		}
		rows = append(rows, n)
	}
	return rows, nil
}

// result reads the result of a statement and reports it to the tracer, because pgx reports at most the whole message.
func (d *DB) result(ctx context.Context, c *pgx.Conn, s statement, answers pgx.BatchResults) (rows int64, err error) {
	var traced []context.Context
	if d.tracer != nil {
		for _, by := range s.askedBy(ctx) {
			traced = append(traced, d.tracer.TraceQueryStart(by, c, pgx.TraceQueryStartData{SQL: s.sql, Args: s.args}))
		}
	}
	var tag pgconn.CommandTag
	if s.scan != nil {
		found, _ := answers.Query() // the rows return the same error
		tag, err = read(found, s.scan)
	} else {
		tag, err = answers.Exec()
	}
	for _, by := range traced {
		d.tracer.TraceQueryEnd(by, c, pgx.TraceQueryEndData{CommandTag: tag, Err: err})
	}
	return tag.RowsAffected(), err
}

// askedBy are the contexts of the requests that the statement belongs to, or that of its message.
func (s statement) askedBy(message context.Context) (list []context.Context) {
	for _, of := range s.joined {
		list = append(list, of.ctx)
	}
	if len(list) == 0 {
		list = append(list, cmp.Or(s.ctx, message))
	}
	return list
}
