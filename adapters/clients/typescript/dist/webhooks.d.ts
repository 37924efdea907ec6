import type { Event } from './types.js';
/** Why a delivery was rejected. */
export type Reason = 'missing_header' | 'malformed_header' | 'wrong_signature' | 'stale_timestamp' | 'malformed_body';
/** A delivery that does not come from petcare, or came too late. Answer it with 400. */
export declare class WebhookError extends Error {
    readonly reason: Reason;
    readonly name = "WebhookError";
    constructor(reason: Reason);
}
/** A request as fetch knows it, or headers and raw body as other servers have them (Node's `request.headers`). */
export type SignedRequest = Request | {
    headers: Headers | Record<string, string | string[] | undefined>;
    body: string | Uint8Array;
};
/**
 * The event of a delivery whose signature and time are right; throws a WebhookError for any other. Give the secrets that are
 * good at the moment. The same event may come again: its `id` is the key to drop repeats by.
 */
export declare function verifyWebhook(delivery: SignedRequest, secrets: string | readonly string[], now?: number): Promise<Event>;
