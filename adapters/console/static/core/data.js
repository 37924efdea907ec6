// What pages import of everything that is not drawn.
export * from './board.js';
export * from './calls.js';
export * from './faults.js';
export * from './format.js';
export * from './load.js';
export * from './phone.js';
export * from './router.js';
export * from './session.js';
export * from './state.js';
export * from './values.js';
