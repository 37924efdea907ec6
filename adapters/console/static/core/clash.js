// Two people changed the same fields: both values side by side, and a choice for each.
import { html, useState } from '../vendor/htm-preact.js';
import { Button, Dialog } from './ui.js';
import { nameOfField, show } from './values.js';
import { words as w } from '../words.js';

/**
 * @param {{fields: import('./values.js').Field[], names: string[], mine: Record<string, any>, theirs: Record<string, any>, lists: any,
 *   choose: (chosen: Record<string, any>) => void, close: () => void}} props
 */
export function Clash({ fields, names, mine, theirs, lists, choose, close }) {
  const [sides, pick] = useState(/** @type {Record<string, string>} */ (Object.fromEntries(names.map((n) => [n, 'mine']))));
  const submit = (/** @type {Event} */ e) => {
    e.preventDefault();
    e.stopPropagation();
    choose(Object.fromEntries(names.map((n) => [n, sides[n] === 'mine' ? mine[n] : theirs[n]])));
  };
  return html`<${Dialog} title=${w.clashTitle} close=${close} wide>
    <p>${w.clashText}</p>
    ${names.map((n) => {
      const field = fields.find((f) => nameOfField(f) === n) || { key: n, type: 'text', label: n };
      const side = (
        /** @type {string} */ which,
        value,
        /** @type {string} */ label,
      ) => html`<label class=${`side ${sides[n] === which ? 'chosen' : ''}`}>
        <span class="side-head"><input type="radio" name=${'clash-' + n} checked=${sides[n] === which}
          onChange=${() => pick({ ...sides, [n]: which })} />${label}</span>
        <span class="side-value" dir="auto">${show(field, value, lists) || html`<em>${w.empty}</em>`}</span></label>`;
      return html`<fieldset class="clash"><legend dir="auto">${field.label}</legend>${side('mine', mine[n], w.yours)}
        ${side('theirs', theirs[n], w.theirs)}</fieldset>`;
    })}
    <footer class="form-foot"><${Button} kind="primary" onClick=${submit}>${w.saveChoice}<//><${Button}
      onClick=${close}>${w.backToForm}<//></footer>
  <//>`;
}
