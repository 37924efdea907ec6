// Breeds and secondary pet statuses.
import { html, useState } from '../vendor/htm-preact.js';
import { api } from '../core/api.js';
import { useList, useLoad } from '../core/hooks.js';
import { forgetLists, short } from '../core/lists.js';
import { usePlace } from '../core/router.js';
import { at, can } from '../core/store.js';
import { Button, Card, Confirm, ListTable, Page } from '../core/ui.js';
import { plain } from '../core/format.js';
import { Editor } from '../parts/editor.js';
import { Narrow, Pick } from '../parts/filters.js';
import { words as w } from '../words.js';

/**
 * A list whose records are made, changed and removed in place.
 * @param {Record<string, any>} props title, list, path, fields, columns, texts of the dialogs
 */
export function Managed({
  title,
  sub,
  list,
  path,
  fields,
  fieldsOfNew = fields,
  columns,
  create,
  edit: editTitle,
  remove,
  removeText,
  empty,
  filters,
  start,
}) {
  const [edited, edit] = useState(null);
  const [doomed, doom] = useState(null);
  const write = can('config:write');
  const changed = () => {
    forgetLists();
    list.reload();
  };
  const actions = {
    label: w.actions,
    class: 'right unlabelled',
    cell: (r) =>
      html`<span class="nowrap"><${Button} kind="quiet" aria-label=${`${w.edit}: ${r.name}`} onClick=${() => edit(r)}>${w.edit}<//>
        <${Button} kind="quiet" aria-label=${`${w.remove}: ${r.name}`} onClick=${() => doom(r)}>${w.remove}<//></span>`,
  };
  return html`<${Page} title=${title} sub=${sub} actions=${write && html`<${Button} kind="primary"
    onClick=${() => edit({})}>${create}<//>`}>
    <${Card}>${filters}<${ListTable} list=${list} label=${title} empty=${empty} columns=${write ? [...columns, actions] : columns} /><//>
    ${
      edited &&
      html`<${Editor} title=${edited.id ? editTitle : create} name=${path + (edited.id || 'new')}
        fields=${edited.id ? fields : fieldsOfNew} record=${edited.id ? edited : null} start=${edited.id ? undefined : start}
      path=${edited.id ? path + '/' + edited.id : path} saved=${changed} close=${() => edit(null)} />`
    }
    ${doomed && html`<${Confirm} title=${remove} text=${removeText(doomed)} action=${w.remove}
      act=${() => api.remove(path + '/' + doomed.id, doomed.version).then(changed)} close=${() => doom(null)} />`}
  <//>`;
}

export function Breeds() {
  const { query } = usePlace();
  const list = useList(at('/breeds'), { search: query.get('q'), species: query.get('species') });
  const form = useLoad(() => short('/petFields'), []);
  const species = form.data?.find((f) => f.key === 'species')?.options || [];
  const fields = [
    { key: 'name', type: 'text', label: w.name, required: true },
    { key: 'species', type: 'select', label: w.species, required: true, options: species },
  ];
  return html`<${Managed} title=${w.breeds} list=${list} path=${at('/breeds')} fields=${fields} create=${w.newBreed}
    edit=${w.editBreed} remove=${w.removeBreed} removeText=${(b) => w.removeBreedText(b.name)}
    empty=${query.size ? w.nothingFound : w.noBreeds} filters=${html`<div class="filters"><${Narrow} name="q" label=${w.narrowBreeds} />
      <${Pick} name="species" label=${w.species} options=${species} /></div>`}
    columns=${[
      { label: w.name, cell: (b) => html`<span class="strong">${b.name}</span>` },
      { label: w.species, cell: (b) => plain(b.species) },
      {
        label: w.source,
        cell: (b) =>
          html`<span class=${'badge ' + (b.source === 'custom' ? 'info' : 'dim')}>${b.source === 'custom' ? w.ownBreed : w.masterList}</span>`,
      },
    ]} />`;
}

export function Statuses() {
  const list = useList(at('/secondaryPetStatuses'), { limit: 200 });
  return html`<${Managed} title=${w.statuses} sub=${w.statusesSub} list=${list} path=${at('/secondaryPetStatuses')}
    fields=${[{ key: 'name', type: 'text', label: w.name, required: true }]} create=${w.newStatus} edit=${w.editStatus}
    remove=${w.removeStatus} removeText=${(s) => w.removeStatusText(s.name)} empty=${w.noStatuses}
      columns=${[{ label: w.name, cell: (s) => html`<span class="strong">${s.name}</span>` }]} />`;
}
