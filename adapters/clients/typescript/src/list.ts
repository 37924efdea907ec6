/** What every page of a list has. */
export interface Page<Item = unknown> {
  data: Item[];
  next_cursor: string | null;
}

/** A list: `await` gives its first page, `for await` all its records, page by page. Nothing is sent before. */
export class List<Item, P extends Page<Item>> implements PromiseLike<P>, AsyncIterable<Item> {
  readonly #page: (cursor?: string) => Promise<P>;

  constructor(page: (cursor?: string) => Promise<P>) {
    this.#page = page;
  }

  then<A = P, B = never>(done?: ((page: P) => A | PromiseLike<A>) | null, failed?: ((e: unknown) => B | PromiseLike<B>) | null) {
    return this.#page().then(done, failed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let page = await this.#page();
    yield* page.data;
    while (page.next_cursor !== null) {
      page = await this.#page(page.next_cursor);
      yield* page.data;
    }
  }
}
