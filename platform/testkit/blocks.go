package testkit

import "context"

// BlocksRead counts the blocks of tables and indexes that read fetches. relations is a condition that selects these from pg_class.
func (k *Kit) BlocksRead(relations string, read func(context.Context)) (n int) {
	k.Helper()
	if err := k.DB.InTx(k.Context(), func(ctx context.Context) error {
		n = int(k.added(ctx, "select sum(pg_stat_get_xact_blocks_fetched(oid)) from pg_class where "+relations, func() { read(ctx) }))
		return nil
	}); err != nil {
		k.Fatal(err)
	}
	return n
}
