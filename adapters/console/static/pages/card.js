import { html } from '../vendor/htm-preact.js';
import { api, at, can, day, instant, live, phoneLink, plain, route, show, today, useLoad } from '../core/data.js';
import { Photo } from '../core/photo.js';
import { Button, Facts, Page, Pending } from '../core/ui.js';
import { words as w } from '../words.js';

const asked = 'feeding_instructions medications allergies medical_notes behaviour_notes grooming_notes markings microchip'.split(' ');

/** What hangs on the kennel. */
function KennelCard({ pet }) {
  const found = useLoad(async () => {
    const p = await api.get(at('/pets/' + pet));
    const owner = await api.get(at('/customers/' + p.customer_id));
    const query = { petId: pet, status: live, overlapsFrom: today(), sort: 'starts_at', limit: 1 };
    const [stay] = can('orders:read') ? (await api.get(at('/orders'), query)).data : [];
    return { p, owner, stay };
  }, [pet]);
  const back = { to: '/pets/' + pet, label: w.pet };
  if (!found.data) return html`<${Pending} of=${found} title=${w.kennelCard} back=${back} />`;
  const { p, owner, stay } = found.data;
  back.label = p.name;
  const contacts = owner.contacts.filter((c) => c.emergency || c.authorised_pickup);
  const vet = p.vet || owner.vet;
  return html`<${Page} title=${w.kennelCardOf(p.name)} back=${back} actions=${html`<${Button} kind="primary"
    onClick=${() => print()}>${w.print}<//>`}>
    <article class="card kennel-card"><header><${Photo} pet=${p} kind="" label=${w.photoOf(p.name)} />
      <h2 dir="auto">${p.name}</h2><p dir="auto">${[p.breed || plain(p.species), plain(p.sex),
      p.weight && show({ type: 'weight' }, p.weight)].filter(Boolean).join(' · ')}</p></header>
    ${p.alert && html`<p class="alert" dir="auto">${p.alert}</p>`}
    <${Facts} items=${[
      [w.stay, stay && html`<strong>${instant(stay.starts_at)} – ${instant(stay.ends_at)}</strong> ${
        stay.service_types.map(plain).join(', ')}`],
      [w.owner, html`<bdi>${p.customer.name}</bdi> ${phoneLink(p.customer.phone)}`],
      ...contacts.map((c) => [c.emergency ? w.emergency : w.mayPickUp, html`<bdi>${c.name}</bdi> ${phoneLink(c.phone)}`]),
      [w.vet, vet && show({ type: 'vet' }, vet)],
      [w.born, day(p.birth_date)],
      ...asked.map((key) => [plain(key), p[key] && html`<span class="lines">${p[key]}</span>`]),
    ]} /></article><//>`;
}

route('/pets/:pet/card', KennelCard);
