import { html } from '../vendor/htm-preact.js';
import { api, at, can, forgetLists, options, plain, route, state, strong, useList } from '../core/data.js';
import { useChanges } from '../core/changes.js';
import { field } from '../core/form.js';
import { column, ListPage, mark, named } from '../core/ui.js';
import { words as w } from '../words.js';

const species = 'dog cat rabbit bird guinea_pig hamster rat mouse chinchilla ferret horse reptile fish other';

/** What the location demands of any type, and all of a type of its own. */
function fieldsOf(old) {
  const services = options((state.account?.service_types || []).filter((s) => s !== 'retail').join(' '));
  const demanded = [
    field('required_for', 'multi_select', w.requiredFor, { options: services }),
    field('default_validity_months', 'number', w.validityMonths, { help_text: w.validityHelp }),
  ];
  if (old?.built_in) return demanded;
  return [
    field('name', 'text', w.name, { required: true }),
    field('abbreviation', 'text', w.abbreviation),
    field('species', 'multi_select', w.species, { options: options(species), help_text: w.emptyIsAll }),
    ...demanded,
  ];
}

function Vaccines() {
  const path = at('/vaccinationTypes');
  const list = useList(path, { limit: 200 });
  const changes = useChanges({
    path,
    form: (old) => ({
      fields: fieldsOf(old),
      load: path,
      ...(old?.built_in && { write: (body, version) => api.put(at('/vaccinationRequirements/' + old.id), body, version) }),
    }),
    say: { ...w.aVaccine, uses: (t) => ({ vaccination: ['/vaccinations', { vaccinationTypeId: t.id }] }) },
    removable: (t) => !t.built_in,
    may: can('health:write'),
    changed: () => {
      forgetLists();
      return list.reload();
    },
  });
  return html`<${ListPage} title=${w.vaccines} sub=${w.aVaccine.sub} actions=${changes.add('primary')} list=${list} none=${w.aVaccine.none}
    columns=${[
      named((t) => html`${strong(t.name)} ${t.built_in && mark('dim', w.builtIn)}`),
      column(w.species, (t) => t.species.map(plain).join(', ') || w.all),
      column(w.requiredFor, (t) => t.required_for.map(plain).join(', ') || w.nothing),
      column(w.validityMonths, (t) => t.default_validity_months, 'right'),
      changes.column,
    ]}>${changes.dialogs}<//>`;
}

route('/vaccines', Vaccines);
