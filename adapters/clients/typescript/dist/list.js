export class List {
    #page;
    constructor(page) {
        this.#page = page;
    }
    then(done, failed) {
        return this.#page().then(done, failed);
    }
    async *[Symbol.asyncIterator]() {
        let page = await this.#page();
        yield* page.data;
        while (page.next_cursor !== null) {
            page = await this.#page(page.next_cursor);
            yield* page.data;
        }
    }
}
