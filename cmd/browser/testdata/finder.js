// How tests find things: by what people read. Test-only; it is put into every page before its own scripts.
(() => {
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length > 0;
  const scope = () => [...document.querySelectorAll('dialog[open]')].pop() || document;
  const squeeze = (text) => text.replace(/\s+/g, ' ').trim();
  const nameOf = (e) => squeeze(e.getAttribute('aria-label') || e.innerText || e.value || '');
  const clickable = 'a[href], button, summary, [role=option], input[type=radio], input[type=checkbox], label.check, label.choice';
  const best = (list, name, of) => list.find((e) => of(e) === name) || list.find((e) => of(e).startsWith(name)) || list.find((e) => of(e).includes(name));
  const field = (label) => {
    const named = best([...scope().querySelectorAll('label, .label, legend')].filter((l) => shown(l) || l.querySelector('.unseen')), label, (l) => squeeze(l.querySelector(':scope > span:not(.choice-head)')?.innerText || l.innerText).replace(/ \*$/, ''));
    const inside = 'input, select, textarea';
    const found = named && (named.control || named.querySelector(inside) || named.parentElement.querySelector(inside));
    return found || best([...scope().querySelectorAll(inside)].filter(shown), label, (e) => e.getAttribute('aria-label') || '');
  };
  window.finder = {
    // Where something can be clicked, once it stands still and nothing lies over it.
    async at(name) {
      const e = best([...scope().querySelectorAll(clickable)].filter((x) => shown(x) && !x.disabled), name, nameOf);
      if (!e) return null;
      e.scrollIntoView({ block: 'center', inline: 'nearest' });
      const place = () => {
        const box = e.getClientRects()[0];
        return box && { x: box.x + Math.min(box.width / 2, 200), y: box.y + box.height / 2 };
      };
      const before = place();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const now = place();
      if (!now || now.x !== before.x || now.y !== before.y) return null;
      const top = document.elementFromPoint(now.x, now.y);
      return e.contains(top) || top?.contains(e) ? now : null;
    },
    focus(label) {
      const e = field(label);
      if (!e) return '';
      e.scrollIntoView({ block: 'center' });
      e.focus();
      if (e.select && e.type !== 'date' && e.type !== 'color' && e.type !== 'datetime-local') e.select();
      return document.activeElement === e ? e.type || e.tagName.toLowerCase() : '';
    },
    set(label, value) {
      const e = field(label);
      const options = e.tagName === 'SELECT' ? [...e.options].find((o) => o.label === value || o.value === value) : null;
      if (e.tagName === 'SELECT' && !options) return false;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e), 'value').set.call(e, options ? options.value : value);
      e.dispatchEvent(new Event('input', { bubbles: true }));
      e.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    },
    value: (label) => { const e = field(label); return e ? (e.type === 'checkbox' ? String(e.checked) : e.value) : null; },
    text: () => squeeze((scope() === document ? document.body : scope()).innerText),
    settled: () => !!document.querySelector('main h1') && !document.querySelector('main [aria-busy=true]'),
    controls: () => [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((e) => shown(e) && !e.disabled && e.tabIndex >= 0 && !(e.type === 'radio' && !e.checked)),
  };
})();
