import { html, useState } from '../vendor/htm-preact.js';
import { ago, api, can, instant, route, state, strong, useList, useLoad, useWork } from '../core/data.js';
import { Button, Card, column, Facts, ListPage, Loaded, mark, Page, Secret, Table, Trouble } from '../core/ui.js';
import { useChanges } from '../core/changes.js';
import { field, Form, locationsField, locationsOf } from '../core/form.js';
import { words as w } from '../words.js';
import { nameOfAbility, useGrantable } from './keys.js';

const linkOf = (token) => `${location.origin}/console#/invitation/${token}`;

function Team() {
  const list = useList('/staff');
  const roles = useLoad(() => api.get('/roles'), []);
  const [link, show] = useState(null);
  const { error, run } = useWork();
  const offered = (roles.data?.data || []).map((r) => ({ value: r.id, label: r.name }));
  const fields = [
    field('name', 'text', w.name, { required: true }),
    field('email', 'email', w.email, { required: true }),
    field('role_id', 'select', w.role, { required: true, options: offered }),
    locationsField({ required: true }),
  ];
  const changes = useChanges({
    path: '/staff',
    form: (old) => ({ fields: old ? [...fields, field('active', 'check', w.maySignIn)] : fields }),
    say: w.aMember,
    may: can('staff:manage'),
    changed: (made) => {
      list.reload();
      if (made?.invitation) show(linkOf(made.invitation.token));
    },
  });
  const invite = (m) => run(() => api.post(`/staff/${m.id}/invitation`).then((i) => show(linkOf(i.token))));
  return html`<${ListPage} title=${w.team} sub=${w.aMember.sub} actions=${changes.add('primary')} list=${list}
    none=${w.aMember.none} columns=${[
    column(w.name, (m) => html`${strong(m.name)}${m.id === state.key?.id && html` ${mark('info', w.you)}`}<br /><span
      class="hint">${m.email}</span>`),
    column(w.role, (m) => m.role),
    column(w.locations, locationsOf),
    column(w.status, (m) => (m.active ? mark('good', w.active) : mark('dim', w.inactive))),
    column(w.lastSignIn, (m) => html`<span title=${instant(m.last_login_at)}>${ago(m.last_login_at)}</span>`, 'nowrap'),
    changes.column && { ...changes.column, cell: (m) => html`${m.active && html`<${Button} kind="quiet"
      onClick=${() => invite(m)}>${w.inviteAgain}<//>`} ${changes.buttons(m)}` },
  ]}>${changes.dialogs}<${Trouble} error=${error} />
    <${Roles} roles=${roles} changed=${list.reload} />
    ${link && html`<${Secret} title=${w.theInvitation} secret=${link} close=${() => show(null)} />`}<//>`;
}

function Roles({ roles, changed }) {
  const granted = useGrantable();
  const changes = useChanges({
    path: '/roles',
    form: () => ({
      load: '/roles',
      fields: [field('name', 'text', w.name, { required: true }),
        field('abilities', 'multi_select', w.abilities, { required: true, options: granted })],
    }),
    say: w.aRole,
    may: !state.key?.account_ids.length,
    changed: () => Promise.all([roles.reload(), changed()]),
  });
  return html`<${Card} title=${w.roles} actions=${changes.add('')}><${Loaded} of=${roles}>${({ data }) => html`<${Table}
    label=${w.roles} rows=${data} columns=${[
      column(w.name, (r) => strong(r.name)),
      column(w.abilities, (r) => r.abilities.map(nameOfAbility).join(', ')),
      changes.column && { ...changes.column, cell: (r) => (r.built_in ? mark('dim', w.builtIn) : changes.buttons(r)) },
    ]} />`}<//>${changes.dialogs}<//>`;
}

function Me() {
  const me = useLoad(() => api.get('/auth/staff/me'), []);
  const [changed, change] = useState(0);
  const { busy, error, run } = useWork();
  const everywhere = () => run(() => api.post('/auth/staff/logout?everywhere=true').then(api.signOut));
  const m = me.data || state.key;
  const password = [
    field('current_password', 'password', w.currentPassword, { required: true }),
    field('new_password', 'password', w.newPassword, { required: true, help_text: w.passwordHint }),
  ];
  const saved = () => {
    change(changed + 1);
    me.reload();
  };
  return html`<${Page} title=${w.me} sub=${m.organization}>
    <${Card} title=${w.details}><${Facts} items=${[
      [w.name, m.name], [w.email, m.email], [w.role, m.role], [w.locations, locationsOf(m)],
    ]} /><//>
    ${m.has_password && html`<${Card} title=${w.password} narrow=${true}>
      ${changed > 0 && html`<p class="notice" role="status">${w.passwordChanged}</p>`}
      <${Form} key=${changed} name="password" fields=${password} path="/auth/staff/password" saved=${saved} /><//>`}
    <${Card} title=${w.signedInAt} actions=${html`<${Button} kind="danger" busy=${busy} onClick=${everywhere}>${w.signOutEverywhere}<//>`}>
      <${Trouble} error=${error} />
      <${Table} label=${w.signedInAt} rows=${m.sessions || []} columns=${[
        column(w.since(''), (s) => html`${instant(s.created_at)} ${s.current && mark('info', w.thisBrowser)}`),
        column(w.until(''), (s) => instant(s.ends_at)),
      ]} /><//><//>`;
}

route('/team', Team);
route('/me', Me);
