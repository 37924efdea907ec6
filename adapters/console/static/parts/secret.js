import { html } from '../vendor/htm-preact.js';
import { Button, Copy, Dialog } from '../core/ui.js';
import { words as w } from '../words.js';

/** What is shown once and never again. @param {{title: string, text: string, secret: string, close: () => void}} props */
export function Secret({ title, text, secret, close }) {
  return html`<${Dialog} title=${title} close=${close}><p>${text}</p>
    <p class="secret"><code id="secret">${secret}</code><${Copy} text=${secret} /></p>
    <footer class="form-foot"><${Button} kind="primary" onClick=${close}>${w.haveIt}<//></footer><//>`;
}
