// Colour codes of pets and customers, each with a look at it.
import { html } from '../vendor/htm-preact.js';
import { useList } from '../core/hooks.js';
import { at } from '../core/store.js';
import { usePlace } from '../core/router.js';
import { Swatch } from '../core/ui.js';
import { plain } from '../core/format.js';
import { Managed } from './lists.js';
import { Pick } from '../parts/filters.js';
import { words as w } from '../words.js';

const types = [
  { value: 'pet', label: w.pet },
  { value: 'customer', label: w.customer },
];
const fields = [
  { key: 'name', type: 'text', label: w.name, required: true },
  { key: 'colour', type: 'colour', label: w.colour, required: true },
  { key: 'number', type: 'number', label: w.number, help_text: w.numberHelp },
  { key: 'description', type: 'textarea', label: w.description },
];

export function Colours() {
  const { query } = usePlace();
  const list = useList(at('/colourCodes'), { type: query.get('type'), limit: 200 });
  return html`<${Managed} title=${w.colours} sub=${w.coloursSub} list=${list} path=${at('/colourCodes')} fields=${fields}
    fieldsOfNew=${[{ key: 'type', type: 'select', label: w.appliesTo, required: true, options: types }, ...fields]}
    start=${{ type: 'pet', colour: '#2e7d32' }} create=${w.newColour} edit=${w.editColour} remove=${w.removeColour}
      removeText=${(c) => w.removeColourText(c.name)} empty=${w.noColourCodes}
    filters=${html`<div class="filters"><${Pick} name="type" label=${w.appliesTo} options=${types} /></div>`} columns=${[
      { label: w.name, cell: (c) => html`<span class="strong"><${Swatch} code=${c} /></span>` },
      { label: w.number, cell: (c) => c.number, class: 'right' },
      { label: w.appliesTo, cell: (c) => plain(c.type) },
      { label: w.colour, cell: (c) => html`<code>${c.colour}</code>` },
      { label: w.description, cell: (c) => c.description || '' },
    ]} />`;
}
