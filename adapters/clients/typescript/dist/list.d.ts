/** What every page of a list has. */
export interface Page<Item = unknown> {
    data: Item[];
    next_cursor: string | null;
}
/** A list: `await` gives its first page, `for await` all its records, page by page. Nothing is sent before. */
export declare class List<Item, P extends Page<Item>> implements PromiseLike<P>, AsyncIterable<Item> {
    #private;
    constructor(page: (cursor?: string) => Promise<P>);
    then<A = P, B = never>(done?: ((page: P) => A | PromiseLike<A>) | null, failed?: ((e: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
    [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined>;
}
