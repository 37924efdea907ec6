import { html } from '../vendor/htm-preact.js';
import {
  at, can, day, dayAt, hint, options, phoneLink, plain, refine, route, short, strong, useList, useLoad, usePlace,
} from '../core/data.js';
import { Part, Pick, Typed } from '../core/filters.js';
import { column, ListPage, Pending, statusColumn } from '../core/ui.js';
import { toCustomer } from './links.js';
import { services } from './today.js';
import { words as w } from '../words.js';

function Compliance() {
  const { query } = usePlace();
  if (!can('customers:read')) return html`<${Pending} of=${{}} title=${w.compliance} empty=${w.needs('customers:read')} />`;
  const asked = services().filter((s) => s.value !== 'retail');
  const serviceType = query.get('service') || asked[0]?.value || 'boarding';
  const to = dayAt('to');
  const status = query.get('status') || 'non_compliant';
  const list = useList(at('/compliance'), { serviceType, from: to, status: status === 'any' ? '' : status });
  const types = useLoad(() => short('/vaccinationTypes'), []);
  const demanded = types.data?.some((t) => t.required_for.includes(serviceType));
  const names = (entries) => entries.map((e) => e.vaccination_type.name).join(', ');
  return html`<${ListPage} title=${w.compliance} sub=${w.complianceSub} list=${list} empty=${demanded ? w.allCompliant : w.nothingAsked}
    to=${(r) => '/pets/' + r.pet.id}
    filters=${html`<${Pick} name="service" label=${w.service} value=${serviceType} options=${asked} blank=${false} />
      <${Part} label=${w.lastDay}><${Typed} type="date" value=${to} set=${(to) => refine({ to })} /><//>
      <${Pick} name="status" label=${w.status} value=${status} blank=${false}
        options=${options('non_compliant expiring compliant not_required any')} />`} columns=${[
      column(w.pet, (r) => html`${strong(r.pet.name)} ${hint(plain(r.pet.species))}`),
      statusColumn,
      column(w.missing, (r) => names(r.missing)),
      column(w.exempt, (r) => names(r.exempt)),
      column(w.expiredOrExpiring, (r) => names([...r.expired, ...r.expiring])),
      column(w.validUntil, (r) => day(r.valid_until), 'nowrap'),
      column(w.owner, (r) => toCustomer(r.customer)),
      column(w.telephone, (r) => phoneLink(r.customer.phone), 'nowrap'),
    ]} />`;
}

route('/compliance', Compliance);
