// The pages of incidents in the staff console: a list, a form, and a panel on each pet. The console imports this file and calls
// register with what pages may use; adapters/console/README.md says what that is.

const options = (values) => values.map((value) => ({ value, label: value[0].toUpperCase() + value.slice(1) }));
const kinds = options(['bite', 'injury', 'escape']);
const statuses = options(['open', 'closed']);
const fields = [
  { key: 'kind', type: 'select', label: 'Kind', required: true, options: kinds },
  { key: 'occurred_on', type: 'date', label: 'Day', required: true },
  { key: 'description', type: 'textarea', label: 'What happened', required: true },
  { key: 'action_taken', type: 'textarea', label: 'What was done about it' },
];
const changes = [...fields, { key: 'status', type: 'select', label: 'Status', options: statuses }];

export function register(kit) {
  const { html, useState, useList, useLoad, api, at, can, ui, href, Editor, Link, format } = kit;

  const columns = [
    { label: 'Day', cell: (i) => html`<a class="strong nowrap" href=${href('/' + i.id)}>${format.day(i.occurred_on)}</a>` },
    { label: 'Kind', cell: (i) => format.plain(i.kind) },
    { label: 'What happened', cell: (i) => i.description },
    { label: 'Status', cell: (i) => ui.badge(i.status) },
  ];
  const pet = { label: 'Pet', cell: (i) => html`<${Link} to=${'/pets/' + i.pet_id}>Open<//>` };

  /** The incidents of everybody, or of one pet, to which one can be added. */
  function Incidents({ of }) {
    const list = useList(at('/incidents'), of ? { petId: of.id } : {});
    const [edited, edit] = useState(null);
    const write = can('incidents:write');
    const button = { label: html`<span class="unseen">Actions</span>`, class: 'right', cell: (i) => html`<${ui.Button} kind="quiet" onClick=${() => edit(i)}>Edit<//>` };
    const shown = [...columns, ...(of ? [] : [pet]), ...(write ? [button] : [])];
    return html`
      <${ui.ListTable} list=${list} label="Incidents" empty="No incidents" columns=${shown} />
      ${write && of && html`<div class="card-foot"><${ui.Button} onClick=${() => edit({})}>Report an incident<//></div>`}
      ${edited && html`<${Editor} title=${edited.id ? 'Edit incident' : 'Report an incident'} name=${'incident ' + (edited.id || of.id)}
        fields=${edited.id ? changes : fields} record=${edited.id ? edited : null} close=${() => edit(null)} saved=${list.reload}
        path=${at('/incidents' + (edited.id ? '/' + edited.id : ''))} prepare=${(body) => (edited.id ? body : { ...body, pet_id: of.id })} />`}`;
  }

  /** One incident, at the address of the module with its id behind it. */
  function Incident({ incident }) {
    const found = useLoad(() => api.get(at('/incidents/' + incident)), [incident]);
    if (!found.data) return html`<${ui.Loaded} of=${found} />`;
    const { kind, status, description } = found.data;
    return html`<${ui.Page} title=${format.plain(kind)} badge=${ui.badge(status)} sub=${description} />`;
  }

  kit.menu({ label: 'Incidents', needs: ['incidents:read'] });
  kit.page('', () => html`<${ui.Page} title="Incidents" sub="What happened to pets, or what they did, while they were with us."><${ui.Card}><${Incidents} /><//><//>`);
  kit.page('/:incident', Incident);
  kit.panel('pet', { title: 'Incidents', needs: ['incidents:read'], draw: (props) => html`<${Incidents} of=${props.pet} />` });
}
