import { json, sender } from './call.js';
import { Feed } from './feed.js';
import { List } from './list.js';
import { operations } from './operations.js';
export { ConnectionError, PetcareError } from './errors.js';
export { Feed } from './feed.js';
export { List } from './list.js';
export { operations, version } from './operations.js';
export { verifyWebhook, WebhookError } from './webhooks.js';
export function createClient(settings = {}) {
    const send = sender(settings);
    const request = (operation, args = {}, options = {}) => send(operation, args, options, (json));
    const client = {
        request,
        follow: (args, options = {}) => new Feed(send, args, options),
    };
    for (const [name, operation] of Object.entries(operations)) {
        client[name] = operation.includes(' list')
            ? (args = {}, options = {}) => new List((cursor) => request(operation, cursor === undefined ? args : { ...args, cursor }, options))
            : (args, options) => request(operation, args, options);
    }
    return client;
}
