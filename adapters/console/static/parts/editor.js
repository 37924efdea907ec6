import { html } from '../vendor/htm-preact.js';
import { Form } from '../core/form.js';
import { Dialog } from '../core/ui.js';

/** A form in a dialog. @param {Record<string, any>} props title, close, and what Form takes */
export function Editor({ title, close, saved, ...form }) {
  return html`<${Dialog} title=${title} close=${close}><${Form} ...${form} saved=${(r) => {
    close();
    saved(r);
  }} cancel=${close} /><//>`;
}
