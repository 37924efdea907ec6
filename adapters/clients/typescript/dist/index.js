import { json, limitOf, pageOf, sender } from './call.js';
import { Feed } from './feed.js';
import { List } from './list.js';
import { operations } from './operations.js';
export { ConnectionError, PetcareError } from './errors.js';
export { Feed } from './feed.js';
export { List } from './list.js';
export { operations, version } from './operations.js';
export { verifyWebhook, WebhookError } from './webhooks.js';
export function createClient(settings = {}) {
    const open = sender(settings);
    const send = async (operation, args, options, read) => {
        if (!settings.fetch && !isHost(settings.baseUrl)) {
            throw new TypeError(`baseUrl '${settings.baseUrl ?? ''}' does not begin with http:// or https:// and a host`);
        }
        return open(operation, args, options, read);
    };
    const request = (operation, args = {}, options = {}) => send(operation, args, options, (json));
    const client = {
        request,
        follow: (args, options = {}) => new Feed(send, args, options, hold(options.timeout ?? settings.timeout)),
    };
    for (const [name, operation] of Object.entries(operations)) {
        client[name] = operation.includes(' list')
            ? (args = {}, options = {}) => new List(async (cursor) => pageOf(operation, await request(operation, cursor === undefined ? args : { ...args, cursor }, options)))
            : (args, options) => request(operation, args, options);
    }
    return client;
}
const hold = (timeout) => Math.min(10, Math.floor(limitOf(timeout) / 2000));
function isHost(baseUrl = '') {
    try {
        return /^https?:$/.test(new URL(baseUrl, globalThis.location?.href).protocol);
    }
    catch {
        return false;
    }
}
