import { html, useState } from '../vendor/htm-preact.js';
import { ago, api, can, endOf, instant, route, state, strong, useList, useLoad } from '../core/data.js';
import { column, ListPage, mark, named, Secret } from '../core/ui.js';
import { useChanges } from '../core/changes.js';
import { field, locationsField, locationsOf } from '../core/form.js';
import { words as w } from '../words.js';

// In people's words: those who share out rights know no API.
const abilities = {
  '*': w.everything,
  'accounts:read': 'See locations', 'accounts:write': 'Change settings of locations',
  'customers:read': 'See customers and pets', 'customers:write': 'Change customers and pets',
  'customers:export': 'Export personal data', 'customers:erase': 'Erase people',
  'notes:read': 'Read notes', 'notes:write': 'Write notes',
  'config:read': 'See lists and forms', 'config:write': 'Change lists and forms',
  'health:read': 'See vaccinations', 'health:write': 'Change vaccinations',
  'catalog:read': 'See the catalogue', 'orders:read': 'See orders',
  'files:read': 'See files', 'files:write': 'Change files',
  'webhooks:manage': 'Manage webhooks', 'events:read': 'See what was changed',
  'keys:manage': 'Manage API keys', 'staff:manage': 'Manage the team',
  'import:write': 'Import', 'import:keep_ids': 'Import with ids of another installation', 'account:export': 'Export a location',
  'act:staff': 'Act in the name of staff',
};

export const nameOfAbility = (a) => abilities[a] || a;

/** What the caller can give. Event types name the abilities of modules. */
export function useGrantable() {
  const types = useLoad(() => api.get('/eventTypes'), []).data?.data || [];
  const own = state.key?.abilities || [];
  const all = own.includes('*') ? [...new Set([...Object.keys(abilities), ...types.map((t) => t.ability)])] : own;
  return all.map((a) => ({ value: a, label: nameOfAbility(a) }));
}

const endOfDay = (body) => ({ ...body, expires_at: body.expires_at && endOf(body.expires_at) });

function Keys() {
  const list = useList('/apiKeys');
  const granted = useGrantable();
  const [made, show] = useState(null);
  const fields = [
    field('name', 'text', w.name, { required: true, help_text: w.keyNameHelp }),
    field('abilities', 'multi_select', w.abilities, { required: true, options: granted }),
    locationsField({ required: true }),
    field('expires_at', 'date', w.expiresOn, state.key?.expires_at ? { required: true } : { help_text: w.noExpiry }),
  ];
  const changes = useChanges({
    path: '/apiKeys',
    editable: false,
    form: () => ({ fields, prepare: endOfDay }),
    say: { ...w.aKey, ask: (name, k) => (k.id === state.key?.id ? w.revokeOwn : w.aKey.ask(name)) },
    may: can('keys:manage'),
    changed: (key) => {
      list.reload();
      show(key);
    },
  });
  return html`<${ListPage} title=${w.keys} sub=${w.aKey.sub} actions=${changes.add('primary')} list=${list} none=${w.aKey.none} columns=${[
    named((k) => html`${strong(k.name)}${k.id === state.key?.id && html` ${mark('info', w.thisKey)}`}<br /><code
      class="hint">${k.prefix}…</code>`),
    column(w.abilities, (k) => k.abilities.map(nameOfAbility).join(', ')),
    column(w.locations, locationsOf),
    column(w.lastUsed, (k) => html`<span title=${instant(k.last_used_at)}>${ago(k.last_used_at)}</span>`, 'nowrap'),
    column(w.expiresOn, (k) => instant(k.expires_at) || w.never, 'nowrap'),
    column(w.madeBy, (k) => k.created_by?.name),
    changes.column,
  ]}>${changes.dialogs}
    ${made && html`<${Secret} title=${w.theNewKey} secret=${made.key} close=${() => show(null)} />`}<//>`;
}

route('/keys', Keys);
