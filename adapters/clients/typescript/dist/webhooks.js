export class WebhookError extends Error {
    reason;
    name = 'WebhookError';
    constructor(reason) {
        super(reason);
        this.reason = reason;
    }
}
export async function verifyWebhook(delivery, secrets, now = Date.now()) {
    const body = 'arrayBuffer' in delivery ? new Uint8Array(await delivery.arrayBuffer()) : delivery.body;
    const header = (name) => {
        const { headers } = delivery;
        const value = isHeaders(headers) ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
        return Array.isArray(value) ? value.join(' ') : (value ?? '');
    };
    const raw = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    if (!ArrayBuffer.isView(raw))
        throw new TypeError('the body is not the bytes that came in: has something parsed it already?');
    const families = [
        {
            signatures: ['x-service-signature', 'x-service-signature-previous'].map((name) => header(name)).filter((s) => s !== ''),
            timestamp: header('x-service-timestamp'),
            prefix: '',
            read: hexOf,
            key: (secret) => new TextEncoder().encode(secret),
        },
        {
            signatures: header('webhook-signature').split(' ').filter((s) => s !== ''),
            timestamp: header('webhook-timestamp'),
            prefix: header('webhook-id') === '' ? undefined : `${header('webhook-id')}.`,
            read: (s) => bytesOf(s.startsWith('v1,') ? s.slice(3) : ''),
            key: standardKey,
        },
    ];
    const list = [secrets].flat();
    if (list.length === 0 || !list.every(Boolean))
        throw new TypeError('a secret is missing');
    let reason;
    for (const family of families.filter((f) => f.signatures.length > 0)) {
        const found = await check(family, list, raw, now);
        if (found === undefined)
            return decode(raw);
        reason ??= found;
    }
    throw new WebhookError(reason ?? 'missing_header');
}
const isHeaders = (headers) => typeof headers.get === 'function';
async function check(f, secrets, raw, now) {
    if (f.timestamp === '' || f.prefix === undefined)
        return 'missing_header';
    if (!/^\d{1,12}$/.test(f.timestamp))
        return 'malformed_header';
    const text = concat(new TextEncoder().encode(`${f.prefix}${f.timestamp}.`), raw);
    let right = false;
    for (const secret of secrets) {
        const key = await importKey(f.key(secret));
        for (const signature of f.signatures)
            right = (await verify(key, f.read(signature), text)) || right;
    }
    if (!right)
        return 'wrong_signature';
    return Math.abs(now / 1000 - Number(f.timestamp)) > 300 ? 'stale_timestamp' : undefined;
}
function decode(raw) {
    try {
        const event = JSON.parse(new TextDecoder().decode(raw));
        if (typeof event?.id === 'string' && typeof event.type === 'string')
            return event;
    }
    catch {
    }
    throw new WebhookError('malformed_body');
}
async function subtle() {
    const crypto = globalThis.crypto;
    if (crypto?.subtle)
        return crypto.subtle;
    const name = 'node:crypto';
    return (await import(name)).webcrypto.subtle;
}
async function importKey(key) {
    return (await subtle()).importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}
async function verify(key, signature, text) {
    return (await subtle()).verify('HMAC', key, signature, text);
}
function standardKey(secret) {
    const encoded = secret.startsWith('whsec_') ? secret.slice(6) : '';
    const key = encoded.length % 4 === 0 ? bytesOf(encoded) : new Uint8Array();
    return key.length > 0 ? key : new TextEncoder().encode(secret);
}
function bytesOf(base64) {
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
        return new Uint8Array();
    try {
        return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    }
    catch {
        return new Uint8Array();
    }
}
function hexOf(signature) {
    const hex = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1] ?? '';
    return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
function concat(a, b) {
    const both = new Uint8Array(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    return both;
}
