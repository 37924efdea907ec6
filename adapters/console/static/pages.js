import { words as w } from './words.js';

const colours = 'M12 4a8 8 0 1 0 0 16c2 0 1-2 2-3s6 0 6-5a8 8 0 0 0-8-8zM8 11h.01M12 8h.01M16 11h.01';
const people = 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c1-4 3-5 6-5s5 1 6 5M16 11a3 3 0 1 0-1-6M17 14c2 0 4 2 4 5';

/** An entry leads to a page; `file` in pages/ has the routes of the page and of all that is below it. */
const entry = (to, file, label, icon, ...needs) => ({ to, file, label, icon, needs });

/** Entries that modules add. @type {MenuEntry[]} */
export const entries = [];

/** @type {[string, MenuEntry[]][]} */
export const menu = [
  [w.frontDesk, [
    entry('/', 'start', w.start, 'M4 11l8-7 8 7v9h-5v-6H9v6H4z'),
    entry('/today', 'today', w.today, 'M5 5h14v15H5zM5 9h14M9 3v4M15 3v4', 'orders:read'),
    entry('/customers', 'customers', w.customers, 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-5 8-5s7 1 8 5', 'customers:read'),
    entry('/pets', 'pets', w.pets, 'M12 12c-3 0-5 3-5 5s2 3 5 3 5-1 5-3-2-5-5-5zM6 9v1M10 5v1M14 5v1M18 9v1', 'customers:read'),
    entry('/duplicates', 'duplicates', w.duplicates, 'M5 5h10v10H5zM9 15v4h10V9h-4', 'customers:read customers:write'),
    entry('/verify', 'verify', w.toVerify, 'M5 4h9l5 5v11H5zM9 14l2 2 4-4', 'health:read customers:read files:read'),
    entry('/compliance', 'compliance', w.compliance, 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4', 'health:read customers:read'),
  ]],
  [w.listsAndForms, [
    entry('/catalog', 'catalog', w.catalogue, 'M4 12l8-8h8v8l-8 8zM16 8h.01', 'catalog:read'),
    entry('/vaccines', 'vaccines', w.vaccines, 'M18 3l3 3M19.5 4.5L15 9M9 9l6 6-6 6H5l-2 0 0-2 0-4zM9 12l3 3', 'health:read'),
    entry('/breeds', 'lists', w.breeds, 'M5 6h14M5 12h14M5 18h9', 'config:read'),
    entry('/statuses', 'lists', w.petStatuses, 'M5 5h9l5 7-5 7H5z', 'config:read'),
    entry('/colours', 'lists', w.colourCodes, colours, 'config:read'),
    entry('/fields', 'fields', w.formFields, 'M4 5h16v5H4zM4 14h16v5H4z', 'config:read'),
    entry('/settings', 'settings', w.settings, 'M4 20V9l8-5 8 5v11zM9 20v-6h6v6', 'accounts:write'),
  ]],
  [w.operators, [
    entry('/activity', 'activity', w.activity, 'M4 5v5h5M5 10a8 8 0 1 1-1 4M12 8v5l3 2', 'events:read'),
    entry('/imports', 'imports', w.imports, 'M12 4v11M8 11l4 4 4-4M4 19h16', 'import:write', 'account:export'),
    entry('/webhooks', 'webhooks', w.webhooks, 'M12 8a3 3 0 1 0-3-3l-4 8M5 13a3 3 0 1 0 3 3h8M16 16a3 3 0 1 0 0-3l-3-6', 'webhooks:manage'),
    entry('/events', 'events', w.liveEvents, 'M3 12h4l3-8 4 16 3-8h4', 'events:read'),
    entry('/team', 'team', w.team, people, 'staff:manage'),
    entry('/keys', 'keys', w.keys, 'M15 9a4 4 0 1 0-4 4l1 0 2 2h2v2h2v2h3v-3l-6.5-6z', 'keys:manage'),
  ]],
  [w.more, entries],
];

/** Pages that stand in no menu: the file, and the entry that is current there. */
const others = {
  search: ['search', 'customers'], orders: ['order', 'today'], me: ['team', 'me'],
};

const first = (path) => path.split('/')[1];
export const entryOf = (path) => menu.flatMap(([, list]) => list).find((i) => i.to === '/' + first(path));

/** The file in pages/ that has the route of a path. */
export const fileOf = (path) => others[first(path)]?.[0] || entryOf(path)?.file;
export const currentAt = (path) => '/' + (others[first(path)]?.[1] || first(path));
