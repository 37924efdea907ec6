import { html } from '../vendor/htm-preact.js';
import {
  api, at, can, day, dayAt, dayIn, hint, live, number, options, phoneLink, plain, plusDays, refine, route, short, shortDay, standings,
  strong, today, useList, useLoad, usePlace, wanting,
} from '../core/data.js';
import { Part, Pick, Typed } from '../core/filters.js';
import { withPhoto } from '../core/photo.js';
import { column, lead, ListPage, Pending, statusColumn } from '../core/ui.js';
import { toCustomer } from './links.js';
import { services } from './today.js';
import { words as w } from '../words/files.js';

const names = (entries) => entries.map((e) => e.vaccination_type.name).join(', ');

/** Pets that arrive from a day to another, in the order in which they do, each judged on the last day of its stay. */
async function arrivals(service, from, until, status, signal) {
  const query = { startsFrom: from, startsTo: until, sort: 'starts_at', status: live, serviceType: service };
  const orders = await api.all(at('/orders'), query, signal);
  const standing = await standings(service ? orders.map((o) => ({ ...o, service_types: [service] })) : orders, signal);
  const judged = orders.flatMap((o) => o.pet_ids.map((pet) => [o, standing.get(o.id + pet)])).filter(([, row]) => row);
  const rows = judged.map(([o, row]) => ({ ...row, id: o.id + row.pet.id, arrives: o.starts_at }));
  return Object.assign(rows.filter((r) => !status || r.status === status), { more: orders.more });
}

const soon = (e) => w.runsOut(e.vaccination_type.name, day(e.expires_on));
const wants = (r) => [...wanting(r), ...r.expiring.map(soon)].join(', ');
const said = (rows) =>
  html`${rows && html`<strong role="status">${w.found(number(rows.length))}</strong> `}${w.arrivalsSub}${
    rows?.more && ' ' + w.notAllCounted}`;

function Compliance() {
  const { query } = usePlace();
  const asked = services().filter((s) => s.value !== 'retail');
  const to = dayAt('to');
  const status = query.get('status') || 'non_compliant';
  const wanted = status === 'any' ? '' : status;
  const ofArrivals = query.get('who') === 'arrivals' && can('orders:read');
  const serviceType = query.get('service') || (ofArrivals ? '' : asked[0]?.value || 'boarding');
  const from = dayAt('from');
  const until = dayAt('until', plusDays(today(), 7));
  const allowed = can('customers:read');
  const verified = query.get('proof') === 'verified' || undefined;
  const list = useList(allowed && !ofArrivals && at('/compliance'), { serviceType, from: to, status: wanted, verified });
  const load = async (signal) => (ofArrivals ? arrivals(serviceType, from, until, wanted, signal) : []);
  const arriving = useLoad(load, [ofArrivals, serviceType, from, until, wanted]);
  const types = useLoad(() => short('/vaccinationTypes'), []);
  if (!allowed) return html`<${Pending} of=${{}} title=${w.compliance} empty=${w.needs('see customers and pets')} />`;
  const demanded = types.data?.some((t) => (serviceType ? t.required_for.includes(serviceType) : t.required_for.length));
  const date = (name, label, value) => html`<${Part} label=${label}><${Typed} type="date" value=${value}
    set=${(day) => refine({ [name]: day })} /><//>`;
  const rows = arriving.data || [];
  const shown = ofArrivals ? { ...arriving, rows, done: true, more: () => {}, all: async () => rows } : list;
  const some = (key) => shown.rows.some((r) => r[key]?.length);
  return html`<${ListPage} title=${w.compliance} sub=${ofArrivals ? said(arriving.data) : w.complianceSub} list=${shown}
    empty=${!demanded ? w.nothingAsked : ofArrivals ? w.allArriveCompliant : w.allCompliant} to=${(r) => '/pets/' + r.pet.id}
    filters=${html`<${Pick} name="service" label=${w.service} value=${serviceType} options=${asked}
      blank=${ofArrivals && w.all} />
      ${can('orders:read') && html`<${Pick} name="who" label=${w.which} options=${[{ value: 'arrivals', label: w.thoseArriving }]}
        blank=${w.allPets} />`}
      ${ofArrivals ? html`${date('from', w.arrivesFrom, from)}${date('until', w.arrivesUntil, until)}` : date('to', w.lastDay, to)}
      <${Pick} name="status" label=${w.status} value=${status} blank=${false}
        options=${options('non_compliant expiring compliant not_required any')} />
      ${!ofArrivals && html`<${Pick} name="proof" label=${w.proof} options=${[{ value: 'verified', label: w.onlyVerified }]}
        blank=${w.verifiedOrNot} />`}`} columns=${[
      column(w.telephone, (r) => phoneLink(r.customer.phone), 'nowrap'),
      lead(column(w.pet, (r) => withPhoto(r.pet, html`${strong(r.pet.name)} ${hint(plain(r.pet.species))}`))),
      column(w.owner, (r) => toCustomer(r.customer)),
      ofArrivals && column(w.arrives, (r) => shortDay(dayIn(r.arrives)), 'nowrap'),
      !wanted && statusColumn,
      ['missing', 'expired', 'expiring'].some(some) && column(w.vaccinations, wants),
      some('exempt') && column(w.exempt, (r) => names(r.exempt)),
      some('unverified') && column(w.notProven, (r) => names(r.unverified)),
      some('valid_until') && column(w.validUntil, (r) => day(r.valid_until), 'nowrap'),
    ]} />`;
}

route('/compliance', Compliance);
