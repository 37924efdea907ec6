// The webhooks of the organization, with their health.
import { html, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useList, useLoad } from '../core/hooks.js';
import { go } from '../core/router.js';
import { state } from '../core/store.js';
import { Badge, Button, Card, ListTable, Page } from '../core/ui.js';
import { ago } from '../core/format.js';
import { Editor } from '../parts/editor.js';
import { Secret } from '../parts/secret.js';
import { words as w } from '../words.js';

/** @param {any[]} types of events */
export const webhookFields = (types) => [
  { key: 'url', type: 'url', label: w.url, required: true },
  {
    key: 'event_types',
    type: 'lines',
    label: w.eventTypes,
    required: true,
    placeholder: w.addEventType,
    help_text: w.eventTypesHelp(
      types
        .slice(0, 3)
        .map((t) => t.name)
        .join(', '),
    ),
  },
  {
    key: 'account_ids',
    type: 'multi_select',
    label: w.locations,
    help_text: w.emptyIsAll,
    options: state.accounts.map((a) => ({ value: a.id, label: a.name })),
  },
  { key: 'description', type: 'text', label: w.description },
  { key: 'active', type: 'check', label: w.active, say: w.activeSay },
];

/** @param {any} hook */
export function healthOf(hook) {
  if (!hook.active) return { value: 'inactive', label: w.paused };
  if (hook.health.consecutive_failures > 0) return { value: 'failed', label: w.failing(hook.health.consecutive_failures) };
  return hook.health.last_success_at ? { value: 'active', label: w.healthy } : { value: 'draft', label: w.nothingSent };
}

export function Webhooks() {
  const list = useList('/webhooks', { limit: 200 });
  const types = useLoad(() => api.get('/eventTypes'), []);
  const [creating, create] = useState(false);
  const [made, show] = useState(null);
  return html`<${Page} title=${w.webhooks} sub=${w.webhooksSub} actions=${html`<${Button} kind="primary"
    onClick=${() => create(true)}>${w.newWebhook}<//>`}>
    <${Card}><${ListTable} list=${list} label=${w.webhooks} empty=${w.noWebhooks} hint=${w.noWebhooksHint}
      to=${(h) => '/webhooks/' + h.id} columns=${[
      {
        label: w.url,
        cell: (h) =>
          html`<span class="strong breakable">${h.url}</span>${h.description && html`<br /><span class="hint">${h.description}</span>`}`,
      },
      { label: w.eventTypes, cell: (h) => h.event_types.slice(0, 3).join(', ') + (h.event_types.length > 3 ? ' …' : '') },
      { label: w.health, cell: (h) => html`<${Badge} ...${healthOf(h)} />` },
      { label: w.lastSuccess, cell: (h) => ago(h.health.last_success_at), class: 'nowrap' },
    ]} /><//>
    ${
      creating &&
      html`<${Editor} title=${w.newWebhook} name="webhook new" fields=${webhookFields(types.data?.data || [])} path="/webhooks"
        start=${{ active: true, event_types: ['*'] }} close=${() => create(false)} saved=${(
        h,
      ) => {
        list.reload();
        show(h);
      }} />`
    }
    ${
      made &&
      html`<${Secret} title=${w.secretTitle} text=${w.secretText} secret=${made.secret} close=${() => {
        show(null);
        go('/webhooks/' + made.id);
      }} />`
    }
  <//>`;
}
