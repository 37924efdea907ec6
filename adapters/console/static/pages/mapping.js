import { html, useState } from '../vendor/htm-preact.js';
import { can, options, plain, short, strong, useLoad } from '../core/data.js';
import { Button, Card, column, Select, Table } from '../core/ui.js';
import { words as w } from '../words.js';
import { words2 as d } from '../words2.js';

const vet = 'vet.practice vet.name vet.phone';
const given = 'external_id pet administered_on expires_on note created_at';

/** The keys of an import that cells can fill, by type; what is needed stands in `required`. */
export const keys = {
  customer: `external_id full_name first_name last_name company_name email phones address.line1 address.line2 address.city address.region
    address.postcode address.country alert tags colour_codes status referral_source communication.email_opt_in communication.sms_opt_in
    communication.marketing_opt_in ${vet} created_at`,
  pet: `external_id customer name species breeds sex altered birth_date weight.value weight.unit coat colour markings microchip alert tags
    colour_codes status secondary_pet_status deceased_on feeding_instructions medications allergies medical_notes behaviour_notes
    grooming_notes ${vet} created_at`,
  vaccination: `${given} vaccination_type manufacturer lot_number clinic veterinarian verified`,
  preventive: 'external_id pet preventive_type product administered_on expires_on note',
  note: 'external_id customer pet order title body category visibility pinned author created_at',
  order: 'external_id number customer status service_types starts_at ends_at placed_at created_at pending_reason',
  breed: 'external_id name species',
  tax: 'external_id name rate inclusive active',
  rate: `external_id name code description serviceType active item_order value_data.base_price.amount value_data.base_price.currency
    value_data.duration_minutes value_data.pricing_model`,
  addon: `external_id name code description serviceType active item_order value_data.base_price.amount value_data.base_price.currency
    value_data.duration_minutes value_data.pricing_model`,
  retail_product: `external_id name description brand sku barcode categories price.amount price.currency stock_quantity track_stock active`,
};
const required = { pet: 'customer name species', vaccination: 'pet vaccination_type', preventive: 'pet preventive_type expires_on',
  note: 'body', order: 'number customer status' };
const days = /_(on|at|date)$/;
const kindOf = { number: 'number', boolean: 'boolean', date: 'date', multi_select: 'list' };

const titleOf = (map, n) => {
  const { type } = map.records[n];
  const before = map.records.slice(0, n).filter((r) => r.type === type).length;
  return plain(type) + (before ? ` ${before + 1}` : '');
};
const labelOf = (key, custom) => (key.startsWith('custom_fields.') ? custom.find((f) => 'custom_fields.' + f.key === key)?.label : '')
  || plain(key);

const isFilled = (record, key) => record.columns[key]?.length > 0 || key in (record.fixed || {});

/** What is missing before it can be checked, in words. */
export function lacks(map) {
  const needed = map.records.flatMap((r, n) => ['external_id', ...(required[r.type] || '').split(' ').filter(Boolean)]
    .filter((key) => (key === 'external_id' ? !r.columns[key]?.length : !isFilled(r, key))).map((key) =>
      `${titleOf(map, n)}: ${plain(key)}`));
  const dated = map.records.some((r) => Object.entries(r.columns).some(([key, from]) => from.length &&
    (days.test(key) || r.kinds?.[key] === 'date')));
  return [...(needed.length ? [`${d.missingKeys} ${needed.join(', ')}`] : []), ...(dated && !map.dates ? [d.chooseDates] : [])];
}

/** Puts a column to fields, each as its record's number and the key. */
function assign(map, name, targets, custom) {
  const records = map.records.map((r, n) => {
    const wanted = targets.filter((t) => t.startsWith(n + ':')).map((t) => t.slice(t.indexOf(':') + 1));
    const columns = Object.fromEntries(Object.entries(r.columns).map(([key, from]) =>
      [key, wanted.includes(key) ? from : from.filter((c) => c !== name)]));
    for (const key of wanted) if (!columns[key]?.includes(name)) columns[key] = [...(columns[key] || []), name];
    const filled = Object.fromEntries(Object.entries(columns).filter(([, from]) => from.length));
    const kept = (of = {}) => Object.fromEntries(Object.entries(of).filter(([key]) => filled[key] || r.fixed?.[key]));
    const kinds = kept(r.kinds);
    for (const f of custom) {
      const key = 'custom_fields.' + f.key;
      if (filled[key] && kindOf[f.type]) kinds[key] ??= kindOf[f.type];
    }
    const fixed = Object.fromEntries(Object.entries(r.fixed || {}).filter(([key]) => !filled[key]));
    return { ...r, columns: filled, fixed, values: kept(r.values), kinds };
  });
  return { ...map, records };
}

export function Mapping({ columns, map, edit, asked }) {
  const fields = useLoad(async () => {
    if (!can('config:read')) return {};
    const [customer, pet] = await Promise.all(['/customerFields', '/petFields'].map(short));
    return { customer, pet };
  }, []);
  const customOf = (type) => (fields.data?.[type] || []).filter((f) => f.kind === 'custom');
  const all = ['customer', 'pet'].flatMap(customOf);
  const groups = map.records.map((r, n) => {
    const known = [...(keys[r.type] || 'external_id').split(/\s+/), ...customOf(r.type).map((f) => 'custom_fields.' + f.key)];
    const others = Object.keys({ ...r.columns, ...r.fixed }).filter((key) => !known.includes(key));
    return { label: titleOf(map, n), options: [...known, ...others].map((key) =>
      ({ value: `${n}:${key}`, label: labelOf(key, customOf(r.type)) })) };
  });
  const missing = asked ? lacks(map) : [];
  return html`<${Card} title=${d.columns}><p class="hint">${d.columnsHint}</p>
    <div class="lacks" role="status">${missing.map((text) => html`<p class="alert">${text}</p>`)}</div>
    <${Table} label=${d.columns} rows=${columns.map((c) => ({ ...c, id: c.name }))} columns=${[
      column(d.column, (c) => html`${strong(c.name)}<br /><span class="hint">${c.filled ? d.inRows(c.filled) : d.emptyColumn}</span>`),
      column(d.samples, (c) => html`<span
        class="hint">${c.samples.slice(0, 3).map((s, i) => html`${i ? ' · ' : ''}<bdi>${s.slice(0, 60)}</bdi>`)}</span>`),
      column(d.goesTo, (c) => html`<${Targets} name=${c.name} map=${map} groups=${groups}
        set=${(to) => edit(assign(map, c.name, to, all))} />`),
    ]} /><//>
    <${Fixed} map=${map} groups=${groups} edit=${edit} />
    <${Written} map=${map} edit=${edit} wrong=${missing.includes(d.chooseDates)} />`;
}

const Fields = ({ value, groups, set, blank = '', label, not = [] }) => html`<select aria-label=${label} value=${value}
  onChange=${(e) => set(e.target.value)}>${blank && html`<option value="">${blank}</option>`}${groups.map((g) => html`<optgroup
    label=${g.label}>${g.options.filter((o) => o.value === value || !not.includes(o.value)).map((o) => html`<option value=${o.value}
      selected=${o.value === value}>${groups.length > 1 ? `${g.label}: ${o.label}` : o.label}</option>`)}</optgroup>`)}</select>`;

/** The fields that a column goes to; most go to one. */
function Targets({ name, map, groups, set }) {
  const [more, add] = useState(false);
  const now = map.records.flatMap((r, n) => Object.keys(r.columns).filter((key) => r.columns[key].includes(name)).map((key) =>
    `${n}:${key}`));
  const shown = more || !now.length ? [...now, ''] : now;
  const label = (i) => `${d.goesTo}: ${name}${i ? ` (${i + 1})` : ''}`;
  return html`<span class="targets">${shown.map((value, i) => html`<${Fields} key=${i} label=${label(i)} value=${value}
    groups=${groups} not=${now}
    blank=${i && !value ? d.another : d.notImported} set=${(to) => {
      add(false);
      set(value ? now.flatMap((t) => (t === value ? (to ? [to] : []) : [t])) : [...now, ...(to ? [to] : [])]);
    }} />${i < now.length - 1 || more || !now.length ? html`<span></span>` : html`<${Button} kind="quiet" title=${d.another}
      aria-label=${`${d.another}: ${name}`} onClick=${() => add(true)}>+<//>`}`)}</span>`;
}

/** What no column says, and is the same of all. */
function Fixed({ map, groups, edit }) {
  const [adding, add] = useState('');
  const all = map.records.flatMap((r, n) => Object.entries(r.fixed || {}).map(([key, value]) => ({ n, key, value, at: `${n}:${key}` })));
  const set = (n, key, value) => edit({ ...map, records: map.records.map((r, i) => {
    if (i !== n) return r;
    const { [key]: _, ...rest } = r.fixed || {};
    return { ...r, fixed: value === null ? rest : { ...rest, [key]: value } };
  }) });
  const label = (at) => groups.flatMap((g) => g.options.map((o) =>
    ({ ...o, label: groups.length > 1 ? `${g.label}: ${o.label}` : o.label })))
    .find((o) => o.value === at)?.label || at;
  const taken = map.records.flatMap((r, n) => Object.keys(r.columns).concat('external_id').map((key) => `${n}:${key}`));
  return html`<${Card} title=${d.everyRow}><p class="hint">${d.everyRowHint}</p><div class="rows">
    ${all.map(({ n, key, value, at }) => html`<div class="row-edit" key=${at}><strong>${label(at)}</strong><input dir="auto"
      aria-label=${label(at)}
      value=${value} onInput=${(e) => set(n, key, e.target.value)} /><${Button} kind="quiet" aria-label=${`${w.remove}: ${label(at)}`}
      onClick=${() => set(n, key, null)}>×<//></div>`)}
    <${Fields} label=${d.everyRow} value=${adding} groups=${groups} not=${[...taken, ...all.map((f) => f.at)]} blank=${d.another}
      set=${(to) => {
      add('');
      const [n, key] = [Number(to.slice(0, to.indexOf(':'))), to.slice(to.indexOf(':') + 1)];
      if (to) set(n, key, '');
    }} /></div><//>`;
}

/** How days, numbers and characters are written in the file. */
function Written({ map, edit, wrong }) {
  const part = (key, label, list, more = {}) => html`<label class="part"><span>${label}</span><${Select} value=${map[key] || ''}
    options=${list}
    blank=${d.findOut} set=${(v) => edit({ ...map, [key]: v || undefined })} aria=${more} /></label>`;
  const encodings = ['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16'];
  if (map.encoding && !encodings.includes(map.encoding)) encodings.push(map.encoding);
  const marks = [',', ';', '\t', '|'].map((value) => ({ value, label: value === '\t' ? d.tab : value }));
  return html`<${Card} title=${d.howWritten}><div class="filters">
    ${part('dates', d.dates, options('iso dmy mdy'), { 'aria-invalid': wrong ? 'true' : undefined })}
    ${part('decimal', d.decimal, options('point comma'))}
    ${part('encoding', d.encoding, encodings.map((value) => ({ value, label: value })))}${part('delimiter', d.delimiter, marks)}
    <label class="check"><input type="checkbox" checked=${!!map.short_rows}
      onChange=${(e) => edit({ ...map, short_rows: e.target.checked })} /><span>${
      d.shortRows}</span></label></div><//>`;
}
