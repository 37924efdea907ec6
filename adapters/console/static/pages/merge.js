import { html, useState } from '../vendor/htm-preact.js';
import {
  api, at, bySection, day, dayIn, dotted, forgetLists, go, isBlank, nameOf, nameOfField, plain, Problem, route, same, short, show,
  useLoad, useWork,
} from '../core/data.js';
import { field } from '../core/form.js';
import { Button, Card, Link, Page, Pending, Trouble, Waiting } from '../core/ui.js';
import { tellApart } from './maybe.js';
import { lacking, needsToWrite } from './record.js';
import { words as w } from '../words.js';
import { words2 as d } from '../words2.js';

const united = ['phones', 'contacts', 'tags', 'colour_code_ids', 'multi_select'];

/** The keys that have a choice of their own, whether forms show them or not; `of` reads the value of a record. */
function keysOf(what, fields) {
  const custom = (f) => (f.kind === 'custom' ? (r) => r.custom_fields?.[f.key] : (r) => r[f.key]);
  const bound = { birth_date_precision: 1, deceased_on: 1, password: 1, photo_file_id: 1 }; // go with another key, or are no text
  const known = bySection(fields).flatMap(([, list]) => list).filter((f) => f.kind === 'custom' || !bound[f.key]);
  const list = known.map((f) => ({ key: nameOfField(f), field: f, of: custom(f),
    united: united.includes(f.kind === 'custom' ? f.type : f.key) }));
  const own = what === 'customers'
    ? { key: 'login', field: field('login', 'text', d.login), of: (r) => r.login?.enabled && d.loginOn }
    : { key: 'photo_file_id', field: field('photo_file_id', 'text', d.photo), of: (r) => r.photo_file_id, write: () => d.photoThere };
  return [...list, own];
}

async function read(what, target, source, signal) {
  const [a, b, fields, colours, statuses] = await Promise.all([
    ...[target, source].map((id) => api.get(at(`/${what}/${id}`), {}, signal)),
    ...[`/${what.slice(0, -1)}Fields`, '/colourCodes', '/secondaryPetStatuses'].map(short),
  ]);
  return { a, b, keys: keysOf(what, fields), lists: { colours, statuses } };
}

function Merging({ kind: what, target, source }) {
  const back = { to: '/duplicates' + (what === 'pets' ? '/pets' : ''), label: w.duplicates };
  const page = { title: d.mergeTitle[what], sub: d.mergeSub, back };
  const both = useLoad((signal) => read(what, target, source, signal), [target, source]);
  if (lacking()) return html`<${Pending} of=${{}} ...${page} empty=${needsToWrite()} />`;
  if (!both.data) return html`<${Pending} of=${both} ...${page} />`;
  if (both.data.a.id === both.data.b.id) return html`<${Pending} of=${{}} ...${page} empty=${d.mergedAlready} />`;
  return html`<${Page} ...${page}><${Choices} key=${target + both.data.a.version} what=${what} back=${back.to}
    reload=${both.reload} ...${both.data} /><//>`;
}

function Choices({ what, a, b, keys, lists, back, reload }) {
  const [keep, choose] = useState(/** @type {Row} */ ({}));
  const path = at(`/${what}/${a.id}/merge`);
  const body = { source_id: b.id, keep };
  const plan = useLoad((signal) => api.ask(path, { ...body, dry_run: true }, signal, a.version), [JSON.stringify(keep)]);
  const { busy, error, run } = useWork();
  const blocked = plan.error instanceof Problem && plan.error.code === 'merge_blocked' ? plan.error.fields : [];
  const left = plan.data?.[what.slice(0, -1)];
  const wrong = (key) => blocked.find((f) => f.location === 'body.keep.' + key);
  const differing = keys.filter((k) => wrong(k.key) || !(same(k.of(a), k.of(b)) || (isBlank(k.of(a)) && isBlank(k.of(b)))));
  const merge = async () => {
    try {
      await api.post(path, body, undefined, undefined, a.version);
    } catch (e) {
      if (e.status === 412) await reload();
      throw e;
    }
    forgetLists();
    go(`/${what}/${a.id}`);
  };
  const differ = () => tellApart(what, [a.id, b.id]).then(() => go(back));
  const side = (r, word) => html`<${Card} title=${word}><p class="strong"><${Link} to=${`/${what}/${r.id}`}><bdi>${nameOf(r)}</bdi><//></p>
    <p class="hint">${dotted([r.email, r.microchip, r.customer?.name, d.since(day(dayIn(r.created_at)))])}</p><//>`;
  return html`<div class="split even">${side(a, d.stays)}${side(b, d.goes)}</div>
    <p><${Button} onClick=${() => go(`/duplicates/${what}/${b.id}/${a.id}`)}>⇄ ${d.swap}<//></p>
    <${Card} title=${d.differs}>${differing.map((k) => html`<${Choice} key=${k.key} k=${k} sides=${[a, b]} lists=${lists}
      wrong=${wrong(k.key)}
      chosen=${keep[k.key]} left=${left} busy=${plan.busy} choose=${(side) => {
        const { [k.key]: _, ...rest } = keep;
        choose(side ? { ...rest, [k.key]: side } : rest);
      }} />`)}<p class="hint">${d.sameElse}</p><//>
    <${Card} title=${d.moves}>${blocked.length ? html`<p class="trouble" role="alert">${d.decideFirst}</p>`
      : plan.data || !plan.error ? plan.data ? html`<p role="status">${movedText(plan.data.moved)}</p>` : html`<${Waiting} />`
        : html`<${Trouble} error=${plan.error} retry=${reload} />`}
      <${Trouble} error=${error} />
      <footer class="form-foot">${plan.data && !plan.error && html`<${Button} kind="primary" busy=${busy || plan.busy}
        onClick=${() => run(merge)}>${d.merge}<//>`}<${Button} onClick=${() => run(differ)}>${d.notTheSame[what]}<//></footer><//>`;
}

const movedText = (moved) => Object.entries(moved).filter(([, n]) => n).map(([kind, n]) => d.moved(kind, n)).join(', ') || d.movesNothing;

/** One key: the values of both, of lists also both together, and what the dry run makes of it. */
function Choice({ k, sides, lists, wrong, chosen, left, busy, choose }) {
  const [ofTarget, ofSource] = sides.map(k.of);
  const write = (v, record) => 
    (isBlank(v) || v === false ? html`<em>${w.empty}</em>` : k.write ? k.write(v) : show(k.field, v, { ...lists, record }));
  const usual = () => {
    if (wrong) return '';
    if (k.united) return 'both';
    if (left && !same(k.of(left), ofTarget)) return 'source';
    return isBlank(ofTarget) && !left ? 'source' : 'target';
  };
  const now = chosen || usual();
  const option = (name, label, value, record) => html`<label class=${`choice ${now === name ? 'chosen' : ''}`}><span
    class="choice-head"><input type="radio" name=${'merge-' + k.key} checked=${now === name}
      onChange=${() => choose(name === 'both' ? null : name)} />${label}</span>
    ${record && html`<span class="choice-value" dir="auto">${write(value, record)}</span>`}</label>`;
  const id = 'merge-' + k.key.replace(/\W/g, '-');
  return html`<fieldset class="clash" aria-describedby=${wrong ? id : undefined}><legend
      dir="auto">${k.field.label || plain(k.key)}</legend>
    ${wrong && html`<p class="fault" id=${id}>${d.blocked[wrong.code] || wrong.message}</p>`}
    ${option('target', d.ofStaying, ofTarget, sides[0])}${option('source', d.ofGoing, ofSource, sides[1])}${k.united
      && option('both', d.both)}
    <p class="hint" aria-busy=${busy ? 'true' : undefined}>${d.afterwards}: ${left ? html`<span dir="auto">${
      write(k.of(left), left)}</span>` : '…'}</p></fieldset>`;
}

route('/duplicates/:kind/:target/:source', Merging);
