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
    // Where something can be clicked, once it stands still, nothing lies over it, and no dialog is about to open that has another of the name.
    async at(name) {
      const named = () => best([...scope().querySelectorAll(clickable)].filter((x) => shown(x) && !x.disabled), name, nameOf);
      const e = named();
      if (!e) return null;
      e.scrollIntoView({ block: 'center', inline: 'nearest' });
      const place = () => {
        const box = e.getClientRects()[0];
        return box && { x: box.x + Math.min(box.width / 2, 200), y: box.y + box.height / 2 };
      };
      const before = place();
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const now = place();
      if (!now || now.x !== before.x || now.y !== before.y || named() !== e) return null;
      const top = document.elementFromPoint(now.x, now.y);
      if (!e.contains(top) && !top?.contains(e)) return null;
      finder.awaitsClick = true;
      document.addEventListener('click', (click) => {
        if (e.contains(click.target) || click.target === top) finder.awaitsClick = false;
      }, { capture: true, once: true });
      return now;
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
    // Opens another page of the console as a link does, if this is one, and waits until it is drawn.
    go: (console, hash) => location.href.startsWith(console) && document.querySelector('.shell') && location.hash !== hash && new Promise((gone) => {
      addEventListener('hashchange', () => requestAnimationFrame(() => setTimeout(() => gone(true))), { once: true });
      location.hash = hash;
    }),
    text: () => squeeze((scope() === document ? document.body : scope()).innerText),
    settled: () => !!document.querySelector('main h1') && !document.querySelector('main [aria-busy=true]'),
    controls: () => [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((e) => shown(e) && !e.disabled && e.tabIndex >= 0 && !(e.type === 'radio' && !e.checked)),
    // Whether what has the focus is called so.
    isOn(name) {
      const e = document.activeElement;
      const label = e.labels?.[0];
      const names = [e.getAttribute('aria-label'), e.innerText, label?.innerText.replace(/ \*$/, ''), label?.querySelector(':scope > span')?.textContent];
      return names.includes(name);
    },
    // Watches what gets the focus from now on, from an element on. Tab has to reach as many controls in it as this returns.
    watch(from) {
      const start = document.querySelector(from);
      start.tabIndex = -1;
      start.focus();
      const all = finder.controls().filter((e) => start.contains(e));
      const reached = new Set();
      const unseen = [];
      const outer = (e) => e.outerHTML.slice(0, 120);
      const seen = ({ target }) => {
        reached.add(target);
        const shows = getComputedStyle(target).outlineStyle !== 'none' || target.matches('input, select, textarea');
        if (all.includes(target) && !shows) unseen.push(outer(target));
      };
      document.addEventListener('focusin', seen);
      finder.missed = () => finder.controls().filter((e) => all.includes(e) && !reached.has(e)).map(outer);
      finder.unseen = () => (document.removeEventListener('focusin', seen), unseen);
      return all.length;
    },
    // Gives a file to an input, as a person does who chooses one, or takes it with the camera of a phone.
    choose(input, file) {
      const chosen = new DataTransfer();
      chosen.items.add(file);
      const e = document.querySelector(input);
      e.files = chosen.files;
      e.dispatchEvent(new Event('change', { bubbles: true }));
    },
    async picture(name) {
      const picture = new OffscreenCanvas(400, 300);
      const pen = picture.getContext('2d');
      pen.fillStyle = '#c00';
      pen.fillRect(0, 0, 400, 300);
      return new File([await picture.convertToBlob()], name, { type: 'image/png' });
    },
    // Whether a canvas in an element shows such a picture.
    pictured: (where) => [...document.querySelectorAll(where + ' canvas')].some((c) => {
      const [red, , , opaque] = c.getContext('2d').getImageData(c.width / 2, c.height / 2, 1, 1).data;
      return opaque === 255 && red > 150;
    }),
    drop(name, base64) {
      const files = new DataTransfer();
      files.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
    },
  };
})();
