import { html, useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { api, at, can, dotted, hint, historyOf, instant, number, useLoad, useWork } from '../core/data.js';
import { picture } from '../core/photo.js';
import { Button, Loaded, Trouble } from '../core/ui.js';
import { words as w } from '../words/files.js';

export const titleOf = (f) => f.title || f.name;
export const kindOf = (f) => ({ 'application/pdf': 'PDF', 'image/heic': 'HEIC' })[f.content_type] || '';
const sizeOf = (f) => (f.size < 1e6 ? `${number(Math.ceil(f.size / 1e3))} kB` : `${number(Math.round(f.size / 1e5) / 10)} MB`);

/** What is to know of a file. */
export const about = (f) =>
  dotted([f.title && f.name, sizeOf(f), f.uploaded_by?.name && w.uploadedBy(f.uploaded_by.name), instant(f.created_at)]);

const bytesOf = async (f) => URL.createObjectURL(await api.bytes(at(`/files/${f.id}/content`), {}));
const forget = (url) => setTimeout(() => URL.revokeObjectURL(url), 60_000);

async function save(f) {
  const link = document.createElement('a');
  link.href = await bytesOf(f);
  link.download = f.name;
  link.click();
  forget(link.href);
}

/** In a window of its own, beside this one: the browser shows it. */
async function beside(f) {
  const half = Math.round(screen.availWidth / 2);
  const side = `popup,width=${half},height=${screen.availHeight},left=${half},top=0`;
  const other = open('', 'petcare-file', matchMedia('(pointer: fine)').matches ? side : ''); // at once, or it counts as unasked for
  try {
    const url = await bytesOf(f);
    if (other) other.location = url;
    forget(url);
  } catch (error) {
    other?.close();
    throw error;
  }
}

/** Downloads a file; `shown` says why it could not. */
export function useSave() {
  const { busy, error, run } = useWork();
  return { busy, keep: (f) => run(() => save(f)), shown: html`<${Trouble} error=${error} />` };
}

/** A file to look at. */
export function Viewer({ id }) {
  const file = useLoad((signal) => api.get(at('/files/' + id), {}, signal), [id]);
  return html`<div class="viewer"><${Loaded} of=${file}>${(f) => html`<${f.width ? Picture : Paper} file=${f} />
    <p class="hint"><bdi class="strong">${titleOf(f)}</bdi><br />${about(f)}</p>`}<//></div>`;
}

function Picture({ file }) {
  const canvas = useRef(null);
  const [large, enlarge] = useState(false);
  const { keep, shown } = useSave();
  const found = useLoad(() => picture(file.id, large ? 'original' : 1024), [file.id, large]);
  useEffect(() => {
    const [c, p] = [canvas.current, found.data];
    if (!c || !p) return;
    [c.width, c.height] = [p.width, p.height];
    c.getContext('2d').drawImage(p, 0, 0);
  }, [found.data]);
  return html`<div class=${large ? 'sheet large' : 'sheet'} tabindex="0" role="region" aria-label=${titleOf(file)}><${Loaded}
      of=${found}>${() => html`<canvas ref=${canvas} role="img" aria-label=${titleOf(file)}></canvas>`}<//></div>
    <p class="actions"><${Button} onClick=${() => enlarge(!large)}>${large ? w.reduce : w.enlarge}<//><${Button}
      onClick=${() => keep(file)}>${w.download}<//></p>${shown}`;
}

function Paper({ file }) {
  const { busy, error, run } = useWork();
  const pdf = kindOf(file) === 'PDF';
  const open = html`<${Button} kind="primary" busy=${busy} onClick=${() => run(() => beside(file))}>${w.openBeside}<//>`;
  return html`<div class="sheet paper"><span class="photo" data-letter=${kindOf(file)}></span>${!pdf && html`<p>${w.notShown}</p>`}</div>
    <p class="actions">${pdf && open}<${Button}
      busy=${busy} onClick=${() => run(() => save(file))}>${w.download}<//></p><${Trouble} error=${error} />`;
}

/** Who said that the certificate of a vaccination was seen, as long as events are kept. */
export function VerifiedBy({ of: v }) {
  const found = useLoad(async (signal) => {
    if (!v.verified || !can('events:read')) return '';
    const events = await historyOf(v.id, signal);
    const seen = ({ previous, object }) => object.verified && previous?.verified !== true && (!previous || 'verified' in previous);
    return events.find((e) => seen(e.data))?.actor.name || '';
  }, [v.id, v.version]);
  return hint(found.data ? html`<bdi>${w.verifiedBy(found.data)}</bdi>` : v.verified ? w.verified : w.notVerified);
}
