import { createClient, type Client } from '@petcare/client';
import { all, baseUrl, check } from './run.js';

export async function staff(c: Client): Promise<void> {
  const role = await c.createRole({ body: { name: 'Night watch', abilities: ['notes:read'] } });
  const roleId = role.id;
  check((await c.listRoles()).data.length > 4, 'the roles are listed');
  await c.updateRole({ roleId, ifMatch: role.version, body: { abilities: ['notes:read', 'customers:read'] } });

  const email = 'kim@example.com';
  const staffId = (await c.createStaff({ body: { name: 'Kim', email, role_id: roleId } })).id;
  await all(c.listStaff());
  await c.getStaff({ staffId });
  await c.updateStaff({ staffId, body: { name: 'Kim Lee' } });
  const { token } = await c.createStaffInvitation({ staffId });

  const anybody = createClient({ baseUrl });
  await anybody.acceptStaffInvitation({ body: { token, new_password: 'correct horse battery' } });
  const session = await anybody.loginStaff({ body: { email, password: 'correct horse battery' } });
  const kim = createClient({ baseUrl, token: session.access_token });
  check((await kim.getStaffMe()).name === 'Kim Lee', 'kim is signed in');
  await kim.changeStaffPassword({ body: { current_password: 'correct horse battery', new_password: 'another horse battery' } });
  await kim.logoutStaff({ everywhere: true });
  await c.deleteStaff({ staffId });
  await c.deleteRole({ roleId });
}

export async function changeHistory(c: Client, accountId: string): Promise<void> {
  const breed = await c.createBreed({ accountId, body: { name: 'Yedoodle', species: 'dog' } });
  const changeId = (await all(c.listChanges({ accountId, recordId: breed.id })))[0].id;
  await c.getChange({ accountId, changeId });
  await all(c.listChangeEvents({ accountId, changeId }));
  const plan = await c.revertChange({ accountId, changeId, body: { dry_run: true } });
  check('would' in plan && plan.would.length === 1, 'a dry run answers what would happen');
  const done = await c.revertChange({ accountId, changeId, body: {} });
  check('reverts' in done && done.reverts === changeId, 'a revert answers the change that it is');
}

/** A gray square. */
const square = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR4nGNogAIGyhgAgIQgAQ2AJGEAAAAASUVORK5CYII=';

export async function files(c: Client, accountId: string, customerId: string, petId: string): Promise<void> {
  const bytes = Buffer.from(square, 'base64');
  const body = new Blob([bytes], { type: 'image/png' });
  const orderId = (await all(c.listOrders({ accountId })))[0].id;
  await c.createCustomerFile({ accountId, customerId, kind: 'other', body });
  await all(c.listCustomerFiles({ accountId, customerId }));
  await c.createOrderFile({ accountId, orderId, kind: 'other', body });
  await all(c.listOrderFiles({ accountId, orderId }));
  const named = Object.assign(new Blob([bytes], { type: 'image/png' }), { name: "Zoë's (1)=a.png" }); // a File, which Node 18 lacks
  const photo = await c.createPetFile({ accountId, petId, kind: 'photo', body: named });
  const fileId = photo.id;
  check(photo.name === named.name, `a file has its name: ${photo.name}`);
  await all(c.listPetFiles({ accountId, petId, kind: 'photo' }));
  await c.getFile({ accountId, fileId });
  const content = await c.getFileContent({ accountId, fileId });
  check(content instanceof Blob && content.size === photo.size, 'a file is downloaded');
  await c.updateFile({ accountId, fileId, ifMatch: photo.version, body: { title: 'Zoë' } });
  await c.deleteFile({ accountId, fileId });
}
