import { html, useRef, useState } from '../vendor/htm-preact.js';
import { Problem, randomKey, Unreachable, watched } from './calls.js';
import { useWork } from './load.js';
import { update } from './state.js';
import { Button, Trouble } from './ui.js';
import { words as w } from '../words/files.js';

export const pictures = 'image/jpeg,image/png,image/webp'; // phones make a JPEG of what is not among them
export const papers = 'application/pdf,.heic,' + pictures;

const mostBytes = 20 * 2 ** 20;

/** Names come with marks and spaces that are no part of a name elsewhere. */
const named = (name) => name.normalize('NFC').replace(/[\p{C}\p{Z}/\\]+/gu, ' ').trim().slice(-150) || 'file';
const escaped = (text) => encodeURIComponent(text).replace(/['()*]/g, (c) => '%' + c.charCodeAt(0).toString(16));

/** Sends a file, and tells meanwhile which part of it was sent, which fetch cannot; it may take as long as it takes. */
const post = (path, file, params, request, tell) =>
  new Promise((done, fail) => {
    const ask = new XMLHttpRequest();
    ask.open('POST', `/v1${path}?${new URLSearchParams(params)}`);
    const headers = {
      'Petcare-Console': '1', Accept: 'application/json', 'Idempotency-Key': request, 'X-Request-Id': request,
      'Content-Type': 'application/octet-stream', // its content tells what it is, not its name
      'Content-Disposition': `attachment; filename*=UTF-8''${escaped(named(file.name))}`,
    };
    for (const [name, value] of Object.entries(headers)) ask.setRequestHeader(name, value);
    ask.upload.onprogress = (e) => tell(e.loaded / e.total);
    ask.onerror = ask.onabort = () => fail(new Unreachable(`POST ${path}: no answer`));
    ask.onload = () => {
      if (ask.status === 201) done(JSON.parse(ask.responseText));
      else fail(new Problem(new Response(null, { status: ask.status }), ask.responseText));
    };
    ask.send(file);
  });

const passes = (e) => e instanceof Unreachable || [429, 502, 503, 504].includes(e.status) || e.code === 'idempotency_in_progress';

/** Tries twice more under the same key, so that it is kept once. */
async function send(path, file, params, tell) {
  const request = randomKey();
  for (let left = 2; ; left--) {
    try {
      const made = await watched(post(path, file, params, request, tell));
      update({ saved: { request } });
      return made;
    } catch (e) {
      if (!left || !passes(e)) throw e;
      await new Promise((rested) => setTimeout(rested, 2000));
    }
  }
}

/** Uploads files to `path`, one after the other; `done` gets each. */
export function useUpload(path, params, done) {
  const { busy, error, run } = useWork();
  const [{ part, big }, tell] = useState({ part: 0, big: '' });
  const take = (files) => {
    const large = files.find((f) => f.size > mostBytes)?.name || '';
    tell({ part: 0, big: large });
    if (!files.length || large || busy) return;
    run(async () => {
      for (const [i, file] of files.entries()) {
        const made = await send(path, file, params, (sent) => tell({ part: (i + sent) / files.length, big: '' }));
        await done(made);
      }
    });
  };
  const shown = html`${busy && html`<p class="sending" role="status"><progress value=${part} aria-label=${w.sending}></progress> ${
    Math.round(part * 100)} %</p>`}${big && html`<p class="trouble" role="alert">${w.tooBig(big)}</p>`}<${Trouble} error=${error} />`;
  return { busy, take, shown };
}

/** A file is chosen; on phones, it can be photographed, too. */
export function Choose({ label, accept = papers, several, busy, take, kind = '' }) {
  const [file, camera] = [useRef(null), useRef(null)];
  const input = (ref, more) => html`<input ref=${ref} type="file" hidden ...${more} onChange=${(e) => {
    take([...e.target.files]);
    e.target.value = ''; // the same one can be chosen again
  }} />`;
  return html`<span class="choose"><${Button} kind=${kind} busy=${busy} onClick=${() => file.current.click()}>${label}<//>${
      input(file, { accept, multiple: several })}
    <${Button} kind=${kind} class="camera" busy=${busy} onClick=${() => camera.current.click()}>${w.takePhoto}<//>${
      input(camera, { accept: 'image/*', capture: 'environment' })}</span>`;
}

/** What is dropped here is taken. */
export function Drop({ take, class: kind = '', children }) {
  const [over, hover] = useState(false);
  const drag = (on) => (e) => {
    if (!e.dataTransfer?.types.includes('Files')) return;
    e.preventDefault();
    hover(on);
    if (e.type === 'drop') take([...e.dataTransfer.files]);
  };
  return html`<div class=${`drop ${kind} ${over ? 'over' : ''}`} onDragOver=${take && drag(true)} onDragLeave=${take && drag(false)}
    onDrop=${take && drag(false)}>${children}</div>`;
}
