import { html } from '../vendor/htm-preact.js';
import { bySection } from '../core/lists.js';
import { Facts, Trouble, Waiting } from '../core/ui.js';
import { nameOfField, show, valuesOf } from '../core/values.js';
import { words as w } from '../words.js';

/** A record's values by the sections of its form. @param {{form: any, record: any, skip: string[]}} props */
export function Details({ form, record, skip }) {
  if (!form.data) return form.error ? html`<${Trouble} error=${form.error} retry=${form.reload} />` : html`<${Waiting} />`;
  const fields = form.data.fields.filter((f) => f.kind === 'custom' || !skip.includes(f.key));
  const values = valuesOf(record, fields);
  const sections = bySection(fields)
    .map(
      ([section, list]) =>
        /** @type {[string, [string, any][]]} */ ([
          section,
          list.map((f) => [f.label, show(f, values[nameOfField(f)], { ...form.data.lists, record })]),
        ]),
    )
    .filter(([, items]) => items.some(([, v]) => v !== ''));
  if (!sections.length) return html`<p class="hint">${w.noDetails}</p>`;
  return html`${sections.map(([section, items]) => html`${section && html`<h3 dir="auto">${section}</h3>`}<${Facts} items=${items} />`)}`;
}
