// Which pets lack a vaccination that a service asks for, and whom to call.
import { html } from '../vendor/htm-preact.js';
import { useList } from '../core/hooks.js';
import { Link, refine, usePlace } from '../core/router.js';
import { at, can, state } from '../core/store.js';
import { Badge, Card, Empty, ListTable, Page } from '../core/ui.js';
import { Select } from '../core/inputs.js';
import { day, plain, today } from '../core/format.js';
import { words as w } from '../words.js';

/** @param {any[]} entries */
const names = (entries) => entries.map((e) => e.vaccination_type.name).join(', ');

export function Compliance() {
  const { query } = usePlace();
  const services = (state.account?.service_types || []).filter((/** @type {string} */ s) => s !== 'retail');
  const service = query.get('service') || services[0] || 'boarding';
  const from = query.get('from') || today();
  const to = query.get('to') && /** @type {string} */ (query.get('to')) >= from ? query.get('to') : from;
  const status = query.get('status') ?? 'non_compliant';
  const list = useList(at('/compliance'), { serviceType: service, from, to, status: status === 'any' ? '' : status });
  if (!can('customers:read')) return html`<${Page} title=${w.compliance}><${Card}><${Empty} title=${w.needsCustomers} /><//><//>`;
  return html`<${Page} title=${w.compliance} sub=${w.complianceSub}>
    <${Card}>
      <div class="filters">
        <label class="part"><span>${w.service}</span><${Select} blank=${false} value=${service}
          options=${services.map((/** @type {string} */ s) => ({ value: s, label: plain(s) }))}
            set=${(/** @type {string} */ v) => refine({ service: v })} /></label>
        <label class="part"><span>${w.from}</span><input type="date" value=${from} onChange=${(e) => refine({ from: e.target.value })} />
          </label>
        <label class="part"><span>${w.to}</span><input type="date" value=${to} min=${from}
          onChange=${(e) => refine({ to: e.target.value })} /></label>
        <label class="part"><span>${w.status}</span><${Select} blank=${false} value=${status}
          options=${['non_compliant', 'expiring', 'compliant', 'not_required', 'any'].map((s) => ({ value: s, label: plain(s) }))}
            set=${(/** @type {string} */ v) => refine({ status: v })} /></label>
      </div>
      <${ListTable} list=${list} label=${w.compliance} empty=${w.allCompliant} to=${(r) => '/pets/' + r.pet.id} columns=${[
        { label: w.pet, cell: (r) => html`<span class="strong">${r.pet.name}</span> <span class="hint">${plain(r.pet.species)}</span>` },
        { label: w.status, cell: (r) => html`<${Badge} value=${r.status} label=${plain(r.status)} />` },
        { label: w.missing, cell: (r) => names(r.missing) },
        { label: w.expired, cell: (r) => names([...r.expired, ...r.expiring]) },
        { label: w.validUntil, cell: (r) => day(r.valid_until), class: 'nowrap' },
        { label: w.owner, cell: (r) => html`<${Link} to=${'/customers/' + r.customer.id}>${r.customer.name}<//>` },
        {
          label: w.phone,
          cell: (r) => r.customer.phone && html`<a class="nowrap" href=${'tel:' + r.customer.phone}>${r.customer.phone}</a>`,
        },
      ]} />
    <//><//>`;
}
