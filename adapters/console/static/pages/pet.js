import { html, useState } from '../vendor/htm-preact.js';
import {
  api, at, can, day, dayIn, dotted, go, hint, href, historyOf, phoneLink, plain, route, same, short, show, state, today, useLoad, useWork,
  wanting,
} from '../core/data.js';
import { badge, Button, Card, Dialog, Link, Loaded, Panels, Pending, Trouble } from '../core/ui.js';
import { Exemptions, Preventives, Vaccinations } from './care.js';
import { CustomerPick } from './choose.js';
import { MayBe } from './maybe.js';
import { Face } from './face.js';
import { Files } from './files.js';
import { RecordForm, RecordPage, useForm } from './record.js';
import './card.js';
import { words as w } from '../words.js';

function Pet({ pet, tab = '' }) {
  const path = '/pets/' + pet;
  const record = useLoad(() => withOwner(at(path)), [pet]);
  const form = useForm('pet');
  const [giving, give] = useState(false);
  const [judged, judge] = useState(0);
  const p = record.data;
  if (!p) return html`<${Pending} of=${record} title=${w.pet} back=${{ to: '/pets', label: w.pets }} />`;
  if (p.id !== pet) location.replace(href(`/pets/${p.id}`)); // it was merged
  const owner = { to: '/customers/' + p.customer_id, label: p.customer?.name || w.owner };
  const again = () => judge(judged + 1);
  const health = can('health:read') && html`<${Standing} pet=${p} turn=${judged} /><${Vaccinations} pet=${p} changed=${again} />
    <${Exemptions} pet=${p} changed=${again} /><${Preventives} pet=${p} />`;
  return html`<${RecordPage} title=${p.name} what=${w.pet} back=${owner} path=${path} tab=${tab} record=${p} form=${form}
    sub=${dotted([p.breed || plain(p.species), html`<${Link} to=${owner.to}>${owner.label}<//>`, phoneLink(p.customer?.phone)])}
    above=${html`${p.ownerAlert && html`<p class="alert" role="note"><bdi>${w.owner}: ${p.ownerAlert}</bdi></p>`}<${MayBe}
      what="pets" id=${p.id} />`}
    face=${html`<${Face} pet=${p} changed=${record.reload} />`}
    actions=${html`<${Button} onClick=${() => go(path + '/card')}>${w.kennelCard}<//>${can('customers:write') && html`<${Button}
      onClick=${() => give(true)}>${w.transfer}<//>`}`}
    skip="name secondary_pet_status_id species weight" first=${[[w.weight, p.weight && html`<${Weight} pet=${p} />`]]}
    main=${html`${health}<${Files} key=${p.photo_file_id} of=${path} may=${can('customers:write')} pet=${p}
      changed=${record.reload} /><${Panels} on="pet" pet=${p} />`}
    notes=${owner.to + path} orders=${{ path: '/orders', params: { petId: pet } }} also=${alsoOf(p)} />
    ${giving && html`<${Transfer} pet=${p} close=${() => give(false)} done=${record.reload} />`}`;
}

/** Staff must know of the owner, too, when they have the pet before them. */
async function withOwner(path) {
  const p = await api.get(path);
  const owner = await api.get(at('/customers/' + p.customer_id));
  return { ...p, ownerAlert: owner.alert };
}

/** What a history tells beside the changes of the pet itself. */
const alsoOf = (p) => ({
  notes: `/customers/${p.customer_id}/pets/${p.id}/notes`,
  vaccinations: [`/pets/${p.id}/vaccinations`],
  orders: ['/orders', { petId: p.id }],
});

/** The date is that of the last change of the weight. */
function Weight({ pet }) {
  const found = useLoad(async (signal) => {
    if (!can('events:read')) return null;
    const weighed = ({ previous, object }) => !previous || ('weight' in previous && !same(previous.weight, object.weight));
    return (await historyOf(pet.id, signal)).find((e) => weighed(e.data));
  }, [pet.version]);
  return html`${show({ type: 'weight' }, pet.weight)} ${found.data && hint(w.since(day(dayIn(found.data.created_at))))}`;
}

/** How the pet stands today with what each service of the location asks for. */
function Standing({ pet, turn }) {
  const services = (state.account?.service_types || []).filter((s) => s !== 'retail');
  const found = useLoad(async (signal) => {
    if (!can('health:read customers:read')) return [];
    const types = await short('/vaccinationTypes');
    const fitting = types.filter((t) => !t.species.length || t.species.includes(pet.species));
    const asking = services.filter((s) => fitting.some((t) => t.required_for.includes(s)));
    const stays = [{ pet_id: pet.id, from: today(), to: today() }];
    const rows = await Promise.all(asking.map((serviceType) => api.ask(at('/compliance/check'), { serviceType, stays }, signal)));
    return asking.map((service, i) => ({ service, ...rows[i].data[0] }));
  }, [pet.id, turn]);
  if (found.data && !found.data.length) return null;
  return html`<${Card} title=${w.standing}><${Loaded} of=${found}>${(rows) => html`<ul class="standing">${rows.map((r) => html`<li><span
    class="strong">${plain(r.service)}</span> ${badge(r.status)} <span>${wanting(r).join(', ') ||
      (r.valid_until && w.until(day(r.valid_until)))}</span></li>`)}</ul>`}<//><//>`;
}

function Transfer({ pet, close, done }) {
  const { busy, error, run } = useWork();
  const [to, choose] = useState(/** @type {any} */ (null));
  const move = () => run(async () => {
    await api.post(at(`/customers/${pet.customer_id}/pets/${pet.id}/transfer`), { customer_id: to.id }, undefined, undefined, pet.version);
    await done();
    close();
  });
  return html`<${Dialog} title=${w.transferOf(pet.name)} close=${close}><p>${w.transferText}</p>
    ${to ? html`<p>${w.newOwner}: <strong dir="auto">${[to.first_name, to.last_name].filter(Boolean).join(' ')}</strong></p>`
      : html`<${CustomerPick} label=${w.newOwner} except=${pet.customer_id} choose=${choose} />`}
    <${Trouble} error=${error} />
    <footer class="form-foot">${to && html`<${Button} kind="primary" busy=${busy} onClick=${move}>${w.transfer}<//>`}<${Button}
      onClick=${close}>${w.cancel}<//></footer><//>`;
}

function PetForm({ pet }) {
  const to = '/pets/' + pet;
  const record = useLoad(() => api.get(at(to)), [pet]);
  return html`<${RecordForm} what="pet" title=${w.editPet} to=${to} of=${record} record=${record.data}
    path=${at(`/customers/${record.data?.customer_id}${to}`)} done=${() => go(to)} />`;
}

route('/pets/:pet', Pet);
route('/pets/:pet/edit', PetForm);
route('/pets/:pet/:tab', Pet);
