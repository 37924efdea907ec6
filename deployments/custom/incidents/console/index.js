// The console imports this file and calls register with what pages may use.
export function register() {}
