import { html, useState } from '../vendor/htm-preact.js';
import { api, can, international, options, plain, route, state, update, useLoad } from '../core/data.js';
import { field, Form } from '../core/form.js';
import { Card, Facts, Loaded, Page, Pending } from '../core/ui.js';
import { words as w } from '../words.js';

const fields = [
  field('name', 'text', w.name, { required: true }),
  field('phone', 'phone', w.telephone),
  field('email', 'email', w.email),
  field('website', 'url', w.website),
  field('address', 'address', w.address),
  field('service_types', 'multi_select', w.services, { options: options('boarding daycare grooming training classes retail') }),
  field('vaccination_warning_days', 'number', w.warningDays, { required: true, help_text: w.warningHelp }),
  field('weight_unit', 'select', w.weightUnit, { required: true, options: options('kg lb') }),
  field('locale', 'text', w.locale, { required: true, help_text: w.localeHelp }),
];

const dialled = (body) => (body.phone ? { ...body, phone: international(body.phone) } : body);
const nameOfCode = (type, code) => code && new Intl.DisplayNames([navigator.language], { type }).of(code);

/** What the location is, and what of it staff may change. */
function Settings() {
  const path = '/accounts/' + state.account?.id;
  const found = useLoad(() => api.get(path), [path]);
  const [saved, save] = useState(0);
  const done = (account) => {
    update({ account, accounts: state.accounts.map((a) => (a.id === account.id ? account : a)) });
    save(saved + 1);
    found.reload();
  };
  const draw = (a) => html`<${Card} title=${w.details} narrow>${saved > 0 && html`<p class="notice" role="status">${w.settingsSaved}</p>`}
    <${Form} key=${a.version} name=${path} fields=${fields} record=${a} path=${path}
      prepare=${dialled} saved=${done} /><//>
    <${Card} title=${w.fixed} narrow><${Facts} items=${[
      [w.code, html`<code>${a.code}</code>`],
      [w.country, nameOfCode('region', a.country)],
      [w.currency, nameOfCode('currency', a.currency)],
      [w.timeZone, a.timezone],
      [w.status, plain(a.status)],
    ]} /><p class="hint">${w.fixedHelp}</p><//>`;
  if (!can('accounts:write')) return html`<${Pending} of=${{}} title=${w.settings} empty=${w.needs('change the settings')} />`;
  return html`<${Page} title=${w.settings} sub=${state.account?.name}><${Loaded} of=${found}>${draw}<//><//>`;
}

route('/settings', Settings);
