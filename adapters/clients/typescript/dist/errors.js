/** A refusal of the server: a problem (RFC 9457). `code` is stable and machine-readable, such as `version_mismatch`. */
export class PetcareError extends Error {
    name = 'PetcareError';
    /** Of HTTP. A browser does not tell that of a redirect: it is 0. */
    status;
    code;
    /** Each fault of the input: where (`body.email`), a code and a message. */
    fields;
    requestId;
    /** The whole problem; undefined when something between here and the server answered. */
    problem;
    /** After how many seconds another try makes sense. */
    retryAfter;
    constructor(response, text) {
        const problem = parse(text);
        const fields = [problem?.errors ?? []].flat().filter((f) => f?.location);
        const faults = fields.map((f) => `; ${f.location} ${f.message}`).join('');
        super(problem ? `${problem.title}: ${problem.detail ?? ''}${faults}` : `HTTP ${response.status}${redirect(response)}`);
        this.status = response.status;
        this.code = problem?.code ?? 'unknown';
        this.fields = fields;
        this.requestId = problem?.request_id ?? response.headers.get('X-Request-Id') ?? undefined;
        this.problem = problem;
        this.retryAfter = seconds(response.headers.get('Retry-After'));
    }
    /** The fault of one field, such as `body.email`. */
    field(location) {
        return this.fields.find((f) => f.location === location);
    }
}
/** There was no answer, or not all of it: the network, a server that went away, or the time limit. `cause` says what. */
export class ConnectionError extends Error {
    name = 'ConnectionError';
}
/** What to say of a redirect. A browser does not tell where it leads. */
function redirect(response) {
    const to = response.headers.get('Location');
    return to !== null || response.type === 'opaqueredirect' ? `: a redirect${to ? ` to ${to}` : ''}, which is not followed` : '';
}
function parse(text) {
    try {
        const value = JSON.parse(text);
        return value?.code && value.title ? value : undefined;
    }
    catch {
        return undefined;
    }
}
function seconds(header) {
    if (header === null)
        return undefined;
    const n = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
    return Number.isNaN(n) ? undefined : Math.max(0, n);
}
