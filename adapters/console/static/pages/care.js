import { html, useState } from '../vendor/htm-preact.js';
import {
  api, at, can, choices, day, dayIn, dotted, hint, historyOf, instant, isBlank, nameOf, options, plain, same, short, show, strong, useList,
  useLoad,
} from '../core/data.js';
import { badge, Button, Card, column, Link, ListTable, Loaded, mark } from '../core/ui.js';
import { useChanges } from '../core/changes.js';
import { field } from '../core/form.js';
import { Undo } from '../core/undo.js';
import { Proof, proofFields } from './proof.js';
import { words as w } from '../words/files.js';

const noteFields = [
  field('title', 'text', w.title),
  field('body', 'textarea', w.note, { required: true }),
  field('category', 'select', w.category, { options: options('general medical behaviour grooming boarding billing incident other') }),
  field('visibility', 'select', w.visibleTo, { options: options('staff customer') }),
  field('pinned', 'check', w.pinned, { say: w.keepAtTheTop }),
];

export function Notes({ path }) {
  const list = useList(can('notes:read') && path);
  const changes = useChanges({
    path,
    own: (n) => at('/notes/' + n.id),
    form: () => ({ load: path, fields: noteFields, start: { category: 'general', visibility: 'staff', pinned: false } }),
    name: (n) => n.title || w.note,
    say: { ...w.aNote, ask: (_, n) => n.title || n.body.slice(0, 200) },
    may: can('notes:write'),
    changed: list.reload,
  });
  const draw = (notes) => html`<ul class="notes entries">${notes.map(
    (n) => html`<li key=${n.id}>
      <header>${n.pinned && mark('info', w.pinned)}<strong dir="auto">${n.title}</strong>${mark('dim', plain(n.category))}
        ${n.visibility === 'customer' && mark('warn', w.customerSeesIt)}</header>
      <p class="lines" dir="auto">${n.body}</p>
      <footer class="hint"><span dir="auto">${dotted([n.author?.name, instant(n.created_at)])}</span><span
        class="note-actions">${changes.buttons(n)}</span></footer></li>`,
  )}</ul>`;
  return html`<${Card} title=${w.notes} actions=${changes.add()}><${ListTable} list=${list} draw=${draw}
    empty=${can('notes:read') ? w.aNote.none : w.needs('read the notes')} />${changes.dialogs}<//>`;
}

export function HealthOf({ customer }) {
  const pets = useLoad((signal) => api.all(at(`/customers/${customer}/pets`), { status: 'active' }, signal, 50), [customer]);
  return html`<${Loaded} of=${pets} empty=${w.noPets}>${(list) => list.map((p) => html`<${Vaccinations} pet=${p} title=${p.name} />`)}<//>`;
}

const nameOfShot = (v) => `${v.type.name}, ${day(v.expires_on)}`;

export function Vaccinations({ pet, title = w.vaccinations, changed = () => {} }) {
  const path = at(`/pets/${pet.id}/vaccinations`);
  const list = useList(path);
  const types = useLoad(() => short('/vaccinationTypes'), []);
  const fitting = (types.data || []).filter((t) => !t.species.length || t.species.includes(pet.species));
  const vaccine = field('vaccination_type_id', 'select', w.vaccine, { required: true, options: choices(fitting) });
  const [beside, proof] = proofFields(pet.id);
  const fields = (old) => [
    beside,
    !old && vaccine,
    field('administered_on', 'date', w.givenOn),
    field('expires_on', 'date', w.expiresOn, old ? { required: true } : { help_text: w.expiresHelp }),
    proof,
    ...['manufacturer', 'lot_number', 'clinic', 'veterinarian'].map((key) => field(key, 'text', plain(key))),
    field('verified', 'check', w.verifiedSay),
    field('note', 'textarea', w.note),
  ].filter(Boolean);
  const changes = useChanges({
    path,
    form: (old) => ({ load: path, fields: fields(old) }),
    name: nameOfShot,
    say: w.aVaccination,
    may: can('health:write'),
    changed: () => {
      changed();
      return list.reload();
    },
  });
  const left = ({ current, days_until_expiry: days }) =>
    current && html`<span class="hint nowrap">${days < 0 ? w.daysAgo(-days) : w.daysLeft(days)}</span>`;
  return html`<${Card} title=${title} actions=${changes.add()}>
    <${ListTable} list=${list} label=${w.vaccinations} empty=${w.aVaccination.none} columns=${[
      column(w.vaccine, (v) => html`<span class=${v.current ? 'strong' : 'hint'}>${v.type.name}</span>`),
      column(w.status, (v) => (v.current ? badge(v.status) : hint(w.replaced))),
      column(w.expiresOn, (v) => html`<span class="nowrap">${day(v.expires_on)}</span> ${left(v)}`),
      column(w.proof, (v) => html`<${Proof} of=${v} name=${nameOfShot(v)} />`),
      changes.column,
    ]} />${changes.dialogs}<//>`;
}

const reasons = field('kind', 'select', w.reason, { required: true, options: options('titer medical age owner_declined') });

/** What the pet does not need, and why. */
export function Exemptions({ pet, changed }) {
  const path = at(`/pets/${pet.id}/exemptions`);
  const list = useList(path);
  const types = useLoad(() => short('/vaccinationTypes'), []);
  const fitting = (types.data || []).filter((t) => !t.species.length || t.species.includes(pet.species));
  const nameOfType = (e) => types.data?.find((t) => t.id === e.vaccination_type_id)?.name || w.unknown;
  const vaccine = field('vaccination_type_id', 'select', w.vaccine, { required: true, options: choices(fitting) });
  const rest = [reasons, field('until', 'date', w.validUntil, { help_text: w.noEnd }), field('note', 'textarea', w.note)];
  const changes = useChanges({
    path,
    own: (e) => at('/exemptions/' + e.id),
    form: (old) => ({ load: path, fields: old ? rest : [vaccine, ...rest] }),
    name: nameOfType,
    say: w.anExemption,
    may: can('health:write'),
    changed: () => {
      changed();
      return list.reload();
    },
  });
  if (!list.rows.length && !can('health:write')) return null;
  return html`<${Card} title=${w.exemptions} actions=${changes.add()}><${ListTable} list=${list} label=${w.exemptions}
    empty=${w.anExemption.none} columns=${[
      column(w.vaccine, (e) => strong(nameOfType(e))),
      column(w.reason, (e) => plain(e.kind)),
      column(w.validUntil, (e) => day(e.until) || w.always, 'nowrap'),
      changes.column,
    ]} />${changes.dialogs}<//>`;
}

export function Preventives({ pet }) {
  const list = useList(at(`/pets/${pet.id}/preventives`));
  if (!list.rows.length && !list.error) return null;
  return html`<${Card} title=${w.preventives}><${ListTable} list=${list} label=${w.preventives} columns=${[
    column(w.kind, (p) => strong(p.type?.name)),
    column(w.product, (p) => p.product),
    column(w.status, (p) => p.status && badge(p.status)),
    column(w.expiresOn, (p) => day(p.expires_on), 'nowrap'),
  ]} /><//>`;
}

/** Notes, vaccinations and orders as entries of a history, as far as the key may see them. */
async function besides({ notes, vaccinations = [], petsOf, orders: [path, query] }, signal) {
  const rows = (may, path, params) => (may ? api.all(at(path), params, signal, 500) : []);
  const health = can('health:read');
  const pets = petsOf ? await rows(health, petsOf) : [];
  const given = [...vaccinations, ...pets.slice(0, 20).map((p) => `/pets/${p.id}/vaccinations`)];
  const [written, placed, ...shots] = await Promise.all([
    rows(can('notes:read'), notes), rows(can('orders:read'), path, query), ...given.map((v) => rows(health, v)),
  ]);
  const pet = (id) => pets.find((p) => p.id === id)?.name;
  return [
    ...written.map((n) => ({ id: n.id, at: n.created_at, title: w.note, who: n.author?.name, text: n.title || n.body })),
    ...placed.map((o) => ({ id: o.id, at: o.placed_at || o.created_at, title: w.orderNumber(o.number), to: '/orders/' + o.id,
      text: dotted([o.service_types.map(plain).join(', '), instant(o.starts_at), plain(o.status)]) })),
    ...shots.flat().map((v) => ({ id: v.id, at: v.administered_on ? v.administered_on + 'T12:00:00Z' : v.created_at, title: w.vaccination,
      text: dotted([pet(v.pet_id), v.type.name, w.until(day(v.expires_on))]) })),
  ];
}

async function timeline(record, also, signal) {
  const [events, more] = await Promise.all([can('events:read') ? historyOf(record, signal) : [], also ? besides(also, signal) : []]);
  const changes = events.map((e) => ({ ...e, at: e.created_at }));
  return [...changes, ...more].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

export function History({ record, form, also }) {
  const found = useLoad((signal) => timeline(record, also, signal), [record]);
  const [change, undo] = useState('');
  const actor = ({ name, type }) => html`<span dir="auto">${name || plain(type)}</span>`;
  return html`<${Card} title=${w.history}><${Loaded} of=${found} empty=${w.noHistory}>${(events) => html`<ol class="entries">${events.map(
    (e) => (!e.type ? html`<li key=${e.id}><header><strong>${e.to ? html`<${Link} to=${e.to}>${e.title}<//>` : e.title}</strong>${
      hint(dotted([e.who, day(dayIn(e.at))]))}</header><p class="lines" dir="auto">${e.text}</p></li>` : html`<li key=${e.id}>
      <header><strong>${plain(e.type.replace('.', '_'))}</strong>${hint(html`${actor(e.actor)} · ${instant(e.created_at)}`)}
        ${e.change_id && html`<${Button} kind="quiet" onClick=${() => undo(e.change_id)}>${w.undo}<//>`}</header>
      ${e.data.previous && html`<${Changes} previous=${e.data.previous} now=${e.data.object} form=${form} />`}</li>`),
  )}</ol>`}<//>${change && html`<${Undo} change=${change} close=${() => undo('')} />`}<//>`;
}

function OwnerName({ id }) {
  const found = useLoad(() => api.get(at('/customers/' + id)).catch(() => null), [id]);
  return html`<${Link} to=${'/customers/' + id}>${found.data ? nameOf(found.data) : w.customer}<//>`;
}

const technical = ['version', 'updated_at', 'breed', 'secondary_pet_status', 'login', 'photo'];

function Changes({ previous, now, form }) {
  const change = (kind, before, after) => (key) => {
    if (same(before[key], after[key])) return;
    const known = form?.fields.find((f) => f.kind === kind && f.key === key) || field(key, '', plain(key));
    if (key === 'customer_id') known.label = w.owner;
    const text = (v) => {
      if (key === 'customer_id') return html`<${OwnerName} id=${v} />`;
      return isBlank(v) ? html`<em>${w.empty}</em>` : show(known, v, form?.lists);
    };
    return html`<div><dt dir="auto">${known.label}</dt><dd><span class="was" dir="auto">${text(before[key])}</span> → <span
      dir="auto">${text(after[key])}</span></dd></div>`;
  };
  const { custom_fields: custom, ...standard } = previous;
  const all = { ...custom, ...now.custom_fields };
  return html`<dl class="changes">${Object.keys(standard).filter((k) => !technical.includes(k)).map(change('standard', previous, now))}
    ${custom && Object.keys(all).map(change('custom', custom, now.custom_fields))}</dl>`;
}
