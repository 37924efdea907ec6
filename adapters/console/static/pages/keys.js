// API keys: made, shown once, and revoked.
import { html, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useList, useLoad } from '../core/hooks.js';
import { state } from '../core/store.js';
import { Button, Card, Confirm, ListTable, Page } from '../core/ui.js';
import { ago, day, instant } from '../core/format.js';
import { Editor } from '../parts/editor.js';
import { Secret } from '../parts/secret.js';
import { words as w } from '../words.js';

const known = [
  'accounts:read',
  'accounts:write',
  'customers:read',
  'customers:write',
  'notes:read',
  'notes:write',
  'config:read',
  'config:write',
  'health:read',
  'health:write',
  'catalog:read',
  'orders:read',
  'webhooks:manage',
  'events:read',
  'keys:manage',
  'act:staff',
];

/** The abilities that the key can hand on. @param {any[]} types of events, which name those of modules too */
function grantable(types) {
  const own = state.key?.abilities || [];
  return own.includes('*') ? ['*', ...new Set([...known, ...types.map((t) => t.ability)])] : own;
}

/** @param {any} body */
const endOfDay = (body) => (body.expires_at ? { ...body, expires_at: new Date(body.expires_at + 'T23:59:59').toISOString() } : body);

export function Keys() {
  const list = useList('/apiKeys', {});
  const types = useLoad(() => api.get('/eventTypes'), []);
  const [creating, create] = useState(false);
  const [made, show] = useState(null);
  const [doomed, doom] = useState(null);
  const fields = [
    { key: 'name', type: 'text', label: w.name, required: true, help_text: w.keyNameHelp },
    {
      key: 'abilities',
      type: 'abilities',
      label: w.abilities,
      required: true,
      options: grantable(types.data?.data || []).map((a) => ({ value: a, label: a === '*' ? w.everything : a })),
    },
    {
      key: 'account_ids',
      type: 'multi_select',
      label: w.locations,
      help_text: w.emptyIsAll,
      options: state.accounts.map((a) => ({ value: a.id, label: a.name })),
    },
    { key: 'expires_at', type: 'date', label: w.expiresOn, help_text: w.noExpiry },
  ];
  return html`<${Page} title=${w.keys} sub=${w.keysSub} actions=${html`<${Button} kind="primary"
    onClick=${() => create(true)}>${w.newKey}<//>`}>
    <${Card}><${ListTable} list=${list} label=${w.keys} empty=${w.noKeys} columns=${[
      {
        label: w.name,
        cell: (k) =>
          html`<span class="strong">${k.name}</span>${k.id === state.key?.id && html` <span
            class="badge info">${w.thisKey}</span>`}<br /><code class="hint">${k.prefix}…</code>`,
      },
      { label: w.abilities, cell: (k) => k.abilities.map((/** @type {string} */ a) => (a === '*' ? w.everything : a)).join(', ') },
      {
        label: w.locations,
        cell: (k) =>
          k.account_ids.map((/** @type {string} */ id) => state.accounts.find((a) => a.id === id)?.name || id).join(', ') || w.allLocations,
      },
      { label: w.lastUsed, cell: (k) => html`<span title=${instant(k.last_used_at)}>${ago(k.last_used_at)}</span>`, class: 'nowrap' },
      { label: w.expiresOn, cell: (k) => (k.expires_at ? day(k.expires_at.slice(0, 10)) : w.never), class: 'nowrap' },
      {
        label: w.actions,
        class: 'right unlabelled',
        cell: (k) => html`<${Button} kind="quiet" aria-label=${`${w.revoke}: ${k.name}`} onClick=${() => doom(k)}>${w.revoke}<//>`,
      },
    ]} /><//>
    ${
      creating &&
      html`<${Editor} title=${w.newKey} name="key new" fields=${fields} path="/apiKeys" prepare=${endOfDay}
        close=${() => create(false)} saved=${(
        k,
      ) => {
        list.reload();
        show(k);
      }} />`
    }
    ${made && html`<${Secret} title=${w.keyTitle} text=${w.keyText} secret=${made.key} close=${() => show(null)} />`}
    ${doomed && html`<${Confirm} title=${w.revokeKey}
      text=${doomed.id === state.key?.id ? w.revokeOwn : w.revokeText(doomed.name)} action=${w.revoke}
        act=${() => api.remove('/apiKeys/' + doomed.id).then(list.reload)} close=${() => doom(null)} />`}
  <//>`;
}
