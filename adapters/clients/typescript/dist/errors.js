export class PetcareError extends Error {
    name = 'PetcareError';
    status;
    code;
    fields;
    requestId;
    problem;
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
    field(location) {
        return this.fields.find((f) => f.location === location);
    }
}
export class ConnectionError extends Error {
    name = 'ConnectionError';
}
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
