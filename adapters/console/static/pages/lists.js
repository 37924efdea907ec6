import { html } from '../vendor/htm-preact.js';
import { at, can, forgetLists, options, plain, route, short, strong, swatch, useList, useLoad, usePlace } from '../core/data.js';
import { column, ListPage, mark, named } from '../core/ui.js';
import { useChanges } from '../core/changes.js';
import { Narrow, Pick } from '../core/filters.js';
import { field } from '../core/form.js';
import { words as w } from '../words.js';

const nameField = field('name', 'text', w.name, { required: true });

function Managed({ title, say, path, query, form, columns, filters }) {
  const list = useList(at(path), query);
  const changed = () => {
    forgetLists();
    return list.reload();
  };
  const changes = useChanges({ path: at(path), form, say, changed, may: can('config:write') });
  return html`<${ListPage} title=${title} sub=${say.sub} actions=${changes.add('primary')} filters=${filters} list=${list} none=${say.none}
    columns=${[...columns, changes.column]}>${changes.dialogs}<//>`;
}

function Breeds() {
  const { query } = usePlace();
  const form = useLoad(() => short('/petFields'), []);
  const species = form.data?.find((f) => f.key === 'species')?.options || [];
  return html`<${Managed} title=${w.breeds} say=${{ ...w.aBreed, uses: (b) => ({ pet: ['/pets', { breedId: b.id }] }) }} path="/breeds"
    query=${{ search: query.get('q'), species: query.get('species') }}
    form=${() => ({ fields: [nameField, field('species', 'select', w.species, { required: true, options: species })] })}
    filters=${html`<${Narrow} label=${w.name} /><${Pick} name="species" label=${w.species} options=${species} />`}
    columns=${[
      named(),
      column(w.species, (b) => plain(b.species)),
      column(w.source, ({ source }) => (source === 'custom' ? mark('info', w.own) : mark('dim', w.masterList))),
    ]} />`;
}

const statusWords = { ...w.aStatus, uses: (s) => ({ pet: ['/pets', { secondaryPetStatusId: s.id }] }) };
const Statuses = () => html`<${Managed} title=${w.petStatuses} say=${statusWords} path="/secondaryPetStatuses" query=${{ limit: 200 }}
  form=${() => ({ fields: [nameField] })} columns=${[named()]} />`;

const colourFields = (old) => [
  nameField,
  field('colour', 'colour', w.colour, { required: true }),
  field('number', 'number', w.number, old ? { required: true } : { help_text: w.numberHelp }),
  field('description', 'textarea', w.description),
];

const colourWords = {
  ...w.aColour, uses: (c) => ({ [c.type]: [c.type === 'pet' ? '/pets' : '/customers', { colourCodeId: c.id }] }),
};

function Colours() {
  const kinds = options('pet customer');
  const kind = field('type', 'select', w.appliesTo, { required: true, options: kinds });
  return html`<${Managed} title=${w.colourCodes} say=${colourWords} path="/colourCodes"
    query=${{ type: usePlace().query.get('type'), limit: 200 }}
    form=${(old) => ({ fields: [...(old ? [] : [kind]), ...colourFields(old)], start: { type: 'pet', colour: '#2e7d32' } })}
    filters=${html`<${Pick} name="type" label=${w.appliesTo} options=${kinds} />`} columns=${[
      named((c) => strong(swatch(c))),
      column(w.number, (c) => c.number, 'right'),
      column(w.appliesTo, (c) => plain(c.type)),
      column(w.colour, (c) => html`<code>${c.colour}</code>`),
      column(w.description, (c) => c.description),
    ]} />`;
}

route('/breeds', Breeds);
route('/statuses', Statuses);
route('/colours', Colours);
