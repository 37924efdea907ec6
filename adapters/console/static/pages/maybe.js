import { html } from '../vendor/htm-preact.js';
import { api, at, can, useLoad } from '../core/data.js';
import { Link } from '../core/ui.js';
import { words2 as d } from '../words2.js';

/** Has records not be taken for one any more. */
export const tellApart = (what, ids) => api.ask(at(`/${what}/duplicates/dismiss`), { [what.slice(0, -1) + '_ids']: ids });

/** Says that other records may be the same as this one. */
export function MayBe({ what, id }) {
  const found = useLoad(async (signal) => {
    if (!can('customers:write')) return [];
    const query = { [what === 'pets' ? 'petId' : 'customerId']: id, limit: 20 };
    return (await api.get(at(`/${what}/duplicates`), query, signal)).data;
  }, [id]);
  const others = new Map((found.data || []).flatMap((g) => g[what]).filter((r) => r.id !== id).map((r) => [r.id, r]));
  if (!others.size) return null;
  return html`<p class="notice" role="status">${d.mayBe(others.size)} ${[...others.values()].slice(0, 5).map((r, i) =>
    html`${i ? ', ' : ''}<${Link}
    to=${`/duplicates/${what}/${id}/${r.id}`}><bdi>${r.name}</bdi><//>`)}</p>`;
}
