package jsonl

import "time"

// SetKeepAlive replaces keepAlive.
func (i *Importer) SetKeepAlive(every time.Duration) { i.alive = every }
