import { html, useEffect, useRef } from '../vendor/htm-preact.js';
import { api } from './calls.js';
import { at, can } from './state.js';

/** The pictures that were drawn last: the bytes of a file never change. */
const kept = new Map();

/** @returns {Promise<ImageBitmap>} */
export function picture(file, size) {
  const name = `${file} ${size}`;
  const found = kept.get(name) || api.bytes(at(`/files/${file}/content`), { size }).then((bytes) => createImageBitmap(bytes));
  found.catch(() => kept.delete(name));
  kept.delete(name);
  kept.set(name, found);
  if (kept.size > 100) kept.delete(kept.keys().next().value);
  return found;
}

/** Its middle, as a square. */
function draw(canvas, { width, height }, image) {
  const side = Math.min(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff'; // behind what is transparent
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, (width - side) / 2, (height - side) / 2, side, side, 0, 0, canvas.width, canvas.height);
}

const sight = new IntersectionObserver(
  (seen) => seen.filter((s) => s.isIntersecting).forEach((s) => s.target.dispatchEvent(new Event('sight'))), { rootMargin: '200px' },
);

/**
 * A square picture of a file, asked for once it is in sight; before, and without one, letters. It is drawn: an image could not ask for it
 * with the header that the session needs. Without a label it stands beside the name and says nothing of its own.
 */
export function Square({ file, letter, kind = 'small', label = '' }) {
  const canvas = useRef(null);
  const shown = can('files:read') && file;
  useEffect(() => {
    const c = canvas.current;
    if (!c) return;
    const ask = () => {
      sight.unobserve(c);
      picture(shown, 256).then((p) => c.isConnected && draw(c, p, p), () => {}); // the letter stays
    };
    c.addEventListener('sight', ask, { once: true });
    sight.observe(c);
    return () => {
      sight.unobserve(c);
      c.removeEventListener('sight', ask);
    };
  }, [shown]);
  const said = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' };
  return html`<span class=${'photo ' + kind} data-letter=${letter}>${shown &&
    html`<canvas key=${shown} ref=${canvas} width="192" height="192" ...${said}></canvas>`}</span>`;
}

/** The photo of a pet, or its initial. */
export const Photo = ({ pet, ...rest }) => html`<${Square} file=${pet.photo?.id} letter=${[...pet.name][0]?.toUpperCase()} ...${rest} />`;

export const withPhoto = (pet, name) => html`<span class="with-photo"><${Photo} pet=${pet} /><span>${name}</span></span>`;
