import type { FieldError, Problem } from './schema.js';
/** A refusal of the server: a problem (RFC 9457). `code` is stable and machine-readable, such as `version_mismatch`. */
export declare class PetcareError extends Error {
    readonly name = "PetcareError";
    /** Of HTTP. A browser does not tell that of a redirect: it is 0. */
    readonly status: number;
    readonly code: string;
    /** Each fault of the input: where (`body.email`), a code and a message. */
    readonly fields: readonly FieldError[];
    readonly requestId: string | undefined;
    /** The whole problem; undefined when something between here and the server answered. */
    readonly problem: Problem | undefined;
    /** After how many seconds another try makes sense. */
    readonly retryAfter: number | undefined;
    constructor(response: Response, text: string);
    /** The fault of one field, such as `body.email`. */
    field(location: string): FieldError | undefined;
}
/** There was no answer, or not all of it: the network, a server that went away, or the time limit. `cause` says what. */
export declare class ConnectionError extends Error {
    readonly name = "ConnectionError";
}
