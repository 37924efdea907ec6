import { html, useRef } from '../vendor/htm-preact.js';
import {
  api, at, bySection, dotted, go, hint, ifStill, isBlank, longEnough, nameOf, nameOfField, phoneOf, phoneText, place, route, useLoad,
  useRested, useWork,
} from '../core/data.js';
import { bodyOf, Form, keepDraft, useOnce } from '../core/form.js';
import { Button, Card, Link, Loaded, mark, Page, Pending, Trouble } from '../core/ui.js';
import { tellApart } from './maybe.js';
import { lacking, needsToWrite, RecordForm, useForm } from './record.js';
import { words as w } from '../words.js';

const first = ['first_name', 'last_name', 'phones', 'email'];
const firstOfPet = ['name', 'species', 'breed_ids'];

const inOrder = (fields, keys) => keys.map((key) => fields.find((f) => f.kind === 'standard' && f.key === key)).filter(Boolean);

const petField = { kind: 'standard', section: w.firstPet, species: 'pet.species', required: false };

/** What is asked at once, look-alikes and the first pet; the rest of the form is folded. */
function fieldsOf(customer, pet) {
  const lead = inOrder(customer, first);
  const must = customer.filter((f) => f.required && !lead.includes(f));
  const rest = bySection(customer.filter((f) => !f.required && !lead.includes(f))).flatMap(([, list]) => list);
  const leadOfPet = inOrder(pet, firstOfPet);
  const mustOfPet = pet.filter((f) => f.required && !leadOfPet.includes(f));
  const ofPet = (f) => ({ ...f, ...petField, key: 'pet.' + nameOfField(f) });
  return [
    ...[...lead, ...must].map((f) => ({ ...f, section: w.customer })),
    { key: 'alike', type: 'aside', label: '', draw: Alike },
    ...[...leadOfPet, ...mustOfPet].map((f) => ({ ...ofPet(f), ...(f.key === 'name' && { help_text: w.petLater }) })),
    ...rest.map((f) => ({ ...f, folded: true })),
  ];
}

const path = () => at('/customers');

/** What was looked for and not found is the first thing that is known. */
function startOf(text) {
  const phones = [{ type: 'mobile', number: '', primary: true }];
  if (text.includes('@')) return { phones, email: text };
  if (/^[+\d][\d\s()-]+$/.test(text)) return { phones: [{ ...phones[0], number: text }] };
  const [, first_name = '', last_name = ''] = /^(\S*)\s*(.*)$/.exec(text) || [];
  return { phones, first_name, last_name };
}

/** Customer and pet apart; a species alone is no pet. */
function apart(body) {
  /** @type {Row} */
  const customer = {};
  /** @type {Row} */
  const pet = {};
  for (const [key, value] of Object.entries(body)) (key.startsWith('pet.') ? pet : customer)[key.replace('pet.', '')] = value;
  if (customer.phones) customer.phones = customer.phones.filter((p) => p.number);
  return { customer, pet: Object.keys(pet).some((key) => key !== 'species') ? pet : null };
}

export function NewCustomer() {
  const customer = useForm('customer');
  const pet = useForm('pet');
  const taken = useRef(/** @type {any} */ (null));
  const twins = useRef('');
  const { once, post } = useOnce();
  const leave = ifStill((to) => go(...to));
  const title = w.newCustomer;
  const back = { to: '/customers', label: w.customers };
  if (lacking()) return html`<${Pending} of=${{}} title=${title} back=${back} empty=${needsToWrite()} />`;
  const prepare = (body) => {
    const { customer, pet } = apart(body);
    taken.current = pet;
    return customer;
  };
  const heard = (headers) => (twins.current = headers.get('Petcare-Possible-Duplicates') || '');
  const saved = async (c) => {
    const to = '/customers/' + c.id;
    const pets = at(to + '/pets');
    const refused = taken.current && (await post(pets, bodyOf(taken.current)).then(() => null, (e) => e));
    if (!refused) return leave([to, { twins: twins.current }]);
    // The customer is there: the pet goes on where pets are added.
    keepDraft(pets, { values: taken.current, was: {}, once: once.current });
    leave([to + '/newPet', { why: refused.message }]);
  };
  const reload = () => {
    customer.reload();
    pet.reload();
  };
  const both = { data: customer.data && pet.data, error: customer.error || pet.error, busy: true, reload };
  const lists = () => ({ ...pet.data.lists, colours: customer.data.lists.colours });
  const draw = () => html`<${Form} name=${path()} fields=${fieldsOf(customer.data.fields, pet.data.fields)} lists=${lists()}
    start=${startOf(place().query.get('name') || '')} path=${path()} prepare=${prepare} heard=${heard}
    saved=${saved} cancel=${() => go('/customers')} folded=${w.moreOfCustomer} fresh />`;
  return html`<${Page} title=${title} back=${back}><${Card} narrow><${Loaded} of=${both}>${draw}<//><//><//>`;
}

/** Why a customer looks like the one that is typed, by where its words were found. */
const kinds = ['email', 'phone', 'name'];

async function alike(texts, signal) {
  const lists = await Promise.all(kinds.map(async (kind) => {
    if (!texts[kind]) return [];
    const { data } = await api.get(path(), { search: texts[kind], sort: 'relevance' }, signal);
    return data.filter((c) => c.found_in?.some((f) => f.in === kind)).slice(0, 5).map((c) => ({ c, kind }));
  }));
  const found = new Map();
  for (const { c, kind } of lists.flat()) found.set(c.id, { c, as: [...(found.get(c.id)?.as || []), kind] });
  return [...found.values()].sort((a, b) => b.as.length - a.as.length).slice(0, 5);
}

function Alike({ values }) {
  const name = [values.first_name, values.last_name].filter(Boolean).join(' ').trim();
  const phone = values.phones?.find((p) => p.number)?.number || '';
  const email = values.email?.trim() || '';
  const texts = {
    name: name.length > 2 && longEnough(name) ? name : '',
    phone: phone.replace(/\D/g, '').length > 5 ? phone : '',
    email: /.@.*\w\.\w/.test(email) ? email : '',
  };
  const rested = useRested(JSON.stringify(texts), 300);
  const now = useLoad((signal) => alike(JSON.parse(rested), signal), [rested]);
  const last = useRef([]);
  last.current = now.data || last.current; // what was found stays until the next is
  const list = isBlank(texts) ? [] : last.current;
  const row = ({ c, as }) => html`<li><span><bdi class="strong">${nameOf(c)}</bdi> ${as.map((kind) =>
    mark(kind === 'name' ? 'dim' : 'warn', w.alikeBy[kind]))}<br />${hint(dotted([phoneText(phoneOf(c)), c.email]))}</span>
    <${Link} to=${'/customers/' + c.id} class="button" aria-label=${`${w.openInstead}: ${nameOf(c)}`}
      onClick=${() => keepDraft(path(), null)}>${w.openInstead}<//></li>`;
  return html`<div class="alike" role="status">${list.length > 0 && html`<p class="strong">${w.alreadyHere}</p><ul
    class="plain">${list.map(row)}</ul>`}</div>`;
}

/** Others that may be the one who was just made. */
export function Twins({ ids, of }) {
  const load = (signal) => Promise.all(ids.split(', ').slice(0, 5).map((id) => api.get(at('/customers/' + id), {}, signal)));
  const found = useLoad(load, [ids]);
  const { busy, error, run } = useWork();
  if (!found.data) return null;
  // Each by itself: two of the others may be the same.
  const differ = () => Promise.all(found.data.map((c) => tellApart('customers', [of, c.id]))).then(() => go('/customers/' + of));
  return html`<div class="notice" role="status"><p class="strong">${w.twins}</p><ul class="plain">${found.data.map((c) => html`<li><${Link}
    to=${'/customers/' + c.id}><bdi>${nameOf(c)}</bdi><//> ${hint(dotted([phoneText(phoneOf(c)), c.email]))}</li>`)}</ul>
    <${Button} kind="quiet" busy=${busy} onClick=${() => run(differ)}>${w.notTheSame}<//><${Trouble} error=${error} /></div>`;
}

export function NewPet({ customer }) {
  const to = '/customers/' + customer;
  const owner = useLoad(() => api.get(at(to)), [customer]);
  const why = place().query.get('why');
  return html`<${RecordForm} what="pet" title=${w.newPet} to=${to} of=${owner} path=${at(to + '/pets')} done=${(p) => go('/pets/' + p.id)}
    above=${why && html`<p class="notice" role="alert">${w.customerSaved} <strong>${why}</strong></p>`} />`;
}

route('/customers/new', NewCustomer);
route('/customers/:customer/newPet', NewPet);
