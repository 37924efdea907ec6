import { createClient, type Client, type Field } from '@petcare/client';
import { all, baseUrl, check } from './run.js';

/** Calls every operation; a test counts them. */
export async function everything(c: Client, accountId: string): Promise<void> {
  await settings(c, accountId);
  await forms(c, accountId);
  const { customerId, petId } = await people(c, accountId);
  await login(c, accountId, customerId);
  await catalog(c, accountId);
  await orders(c, accountId);
  await health(c, accountId, petId);
  await webhooks(c, accountId);
  await staff(c);
  await files(c, accountId, customerId, petId);
  await undo(c, accountId);
  await imports(c, accountId);
}

async function settings(c: Client, accountId: string): Promise<void> {
  await all(c.listAccounts());
  const account = await c.getAccount({ accountId });
  await c.updateAccount({ accountId, ifMatch: account.version, body: { website: null } });

  const key = await c.createApiKey({ body: { name: 'kiosk', abilities: ['customers:read'] } });
  await all(c.listApiKeys());
  await c.getCurrentApiKey();
  await c.deleteApiKey({ keyId: key.id });

  const breed = await c.createBreed({ accountId, body: { name: 'Zedoodle', species: 'dog' } });
  const breedId = breed.id;
  await all(c.listBreeds({ accountId, species: 'dog' }));
  await c.getBreed({ accountId, breedId });
  const { version } = await c.updateBreed({ accountId, breedId, body: { name: 'Zeedoodle' } });
  await c.deleteBreed({ accountId, breedId, ifMatch: version });

  const { number } = await c.getNextColourCodeNumber({ accountId, type: 'pet' });
  const { id } = await c.createColourCode({ accountId, body: { type: 'pet', number, name: 'Blue', colour: '#0000FF' } });
  await all(c.listColourCodes({ accountId, type: 'pet' }));
  await c.getColourCode({ accountId, id });
  await c.updateColourCode({ accountId, id, body: { description: 'calm' } });
  await c.deleteColourCode({ accountId, id });

  const statusId = (await c.createSecondaryPetStatus({ accountId, body: { name: 'Adored' } })).id;
  await all(c.listSecondaryPetStatuses({ accountId }));
  await c.getSecondaryPetStatus({ accountId, statusId });
  await c.updateSecondaryPetStatus({ accountId, statusId, body: { name: 'Beloved' } });
  await c.deleteSecondaryPetStatus({ accountId, statusId });
}

async function forms(c: Client, accountId: string): Promise<void> {
  await all(c.listCustomerFields({ accountId, limit: 5 }));
  let standard = await all(c.listStandardCustomerFields({ accountId }));
  await c.updateStandardCustomerFields({ accountId, body: changes(standard) });
  let fieldId = (await c.createCustomCustomerField({ accountId, body: { label: 'Parking', type: 'text' } })).id;
  await c.reorderCustomCustomerFields({ accountId, body: reversed(await all(c.listCustomCustomerFields({ accountId }))) });
  await c.getCustomCustomerField({ accountId, fieldId });
  await c.updateCustomCustomerField({ accountId, fieldId, body: { help_text: 'Where?' } });
  await c.deleteCustomCustomerField({ accountId, fieldId, force: true });

  await all(c.listPetFields({ accountId }));
  standard = await all(c.listStandardPetFields({ accountId }));
  await c.updateStandardPetFields({ accountId, body: changes(standard) });
  fieldId = (await c.createCustomPetField({ accountId, body: { label: 'Toy', type: 'text' } })).id;
  await c.reorderCustomPetFields({ accountId, body: reversed(await all(c.listCustomPetFields({ accountId }))) });
  await c.getCustomPetField({ accountId, fieldId });
  await c.updateCustomPetField({ accountId, fieldId, body: { label: 'Favourite toy' } });
  await c.deleteCustomPetField({ accountId, fieldId });
}

const changes = (fields: [Field, ...Field[]]) => ({ fields: [{ key: fields[0].key, help_text: 'as on the passport' }] });
const reversed = (fields: Field[]) => ({ ids: fields.map((f) => f.id).reverse() });

async function people(c: Client, accountId: string) {
  const body = { first_name: 'Jo', email: 'jo@example.com', phones: [{ number: '07700 900123' }] };
  const customerId = (await c.createCustomer({ accountId, body })).id;
  await all(c.listCustomers({ accountId, search: 'jo' }));
  await c.getCustomer({ accountId, customerId });
  await c.updateCustomer({ accountId, customerId, body: { password: 'correct horse battery' } });

  const rex = await c.createPet({ accountId, customerId, body: { name: 'Rex', species: 'dog', tags: ['VIP'] } });
  const petId = rex.id;
  await all(c.listPets({ accountId, customerId }));
  await all(c.listAccountPets({ accountId, tag: 'VIP' }));
  await c.getPet({ accountId, customerId, petId });
  await c.getAccountPet({ accountId, petId });
  await c.updatePet({ accountId, customerId, petId, ifMatch: rex.version, body: { colour: 'fawn' } });

  let noteId = (await c.createCustomerNote({ accountId, customerId, body: { body: 'Rings twice' } })).id;
  await all(c.listCustomerNotes({ accountId, customerId }));
  await c.updateCustomerNote({ accountId, customerId, noteId, body: { pinned: true } });
  await c.deleteCustomerNote({ accountId, customerId, noteId });
  noteId = (await c.createPetNote({ accountId, customerId, petId, body: { body: 'Shy' } })).id;
  await all(c.listPetNotes({ accountId, customerId, petId }));
  await c.updatePetNote({ accountId, customerId, petId, noteId, body: { title: 'Mood' } });
  await c.deletePetNote({ accountId, customerId, petId, noteId });
  noteId = (await c.createPetNote({ accountId, customerId, petId, body: { body: 'Brave' } })).id;
  await c.updateNote({ accountId, noteId, body: { title: null } });
  await c.deleteNote({ accountId, noteId });

  const sam = await c.createCustomer({ accountId, body: { first_name: 'Sam' } });
  await c.transferPet({ accountId, customerId, petId, body: { customer_id: sam.id } });
  await all(c.listAccountPets({ accountId, customerId: [customerId, sam.id] }));
  await duplicates(c, accountId, customerId, sam.id, petId);
  return { customerId, petId };
}

async function duplicates(c: Client, accountId: string, jo: string, sam: string, petId: string): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await c.createCustomer({ accountId, body: { first_name: 'Lou', email: 'lou@example.com' } });
    await c.createPet({ accountId, customerId: sam, body: { name: 'Echo', species: 'dog' } });
  }
  await all(c.listDuplicateCustomers({ accountId }));
  await all(c.listDuplicatePets({ accountId }));
  await c.dismissDuplicateCustomers({ accountId, body: { customer_ids: [jo, sam] } });
  const twin = await c.createPet({ accountId, customerId: sam, body: { name: 'Rex', species: 'dog' } });
  await c.dismissDuplicatePets({ accountId, body: { pet_ids: [petId, twin.id] } });
  await c.mergePets({ accountId, petId, body: { source_id: twin.id } });
  const double = await c.createCustomer({ accountId, body: { first_name: 'Samuel' } });
  await c.mergeCustomers({ accountId, customerId: sam, body: { source_id: double.id } });
  const gone = await c.createCustomer({ accountId, body: { first_name: 'Kim' } });
  await c.exportCustomer({ accountId, customerId: gone.id });
  await c.eraseCustomer({ accountId, customerId: gone.id, body: { reason: 'requested', confirm: gone.id } });
}

async function login(c: Client, accountId: string, customerId: string): Promise<void> {
  const reset = await c.createPasswordReset({ accountId, customerId });
  const anybody = createClient({ baseUrl });
  await anybody.resetPassword({ body: { token: reset.token, new_password: 'another horse battery' } });
  const credentials = { account_id: accountId, email: 'jo@example.com', password: 'another horse battery' };
  let token = (await anybody.login({ body: credentials })).access_token;
  const jo = createClient({ baseUrl, token: () => token });
  check((await jo.getMe()).id === customerId, 'jo is signed in');
  await jo.changePassword({ body: { current_password: 'another horse battery', new_password: 'third horse battery' } });
  token = (await jo.refreshToken()).access_token;
  await jo.logout();
}

async function catalog(c: Client, accountId: string): Promise<void> {
  await c.getRate({ accountId, rateId: (await all(c.listRates({ accountId, active: true })))[0].id });
  await c.getAddon({ accountId, addonId: (await all(c.listAddons({ accountId })))[0].id });
  await c.getGrooming({ accountId, addonId: (await all(c.listGrooming({ accountId })))[0].id });
  await c.getTraining({ accountId, addonId: (await all(c.listTraining({ accountId })))[0].id });
  await c.getClass({ accountId, addonId: (await all(c.listClasses({ accountId })))[0].id });
  await c.getRetailProduct({ accountId, productId: (await all(c.listRetailProducts({ accountId })))[0].id });
  await c.getAdjustment({ accountId, adjustmentId: (await all(c.listAdjustments({ accountId })))[0].id });
  await all(c.listTaxes({ accountId }));
  await all(c.listPendingReasonOptions({ accountId }));
}

async function orders(c: Client, accountId: string): Promise<void> {
  const status: ('draft' | 'open' | 'completed' | 'cancelled')[] = ['draft', 'open', 'completed', 'cancelled'];
  const include: ('customer' | 'pets')[] = ['customer', 'pets'];
  const orderId = (await all(c.listOrders({ accountId, status, include })))[0].id;
  const order = await c.getOrder({ accountId, orderId, include });
  check(!!order.customer && !!order.pets, 'both are beside the order');
  await all(c.listCustomerOrders({ accountId, customerId: order.customer_id, status, include }));
  const noteId = (await c.createOrderNote({ accountId, orderId, body: { body: 'Paid in cash' } })).id;
  await all(c.listOrderNotes({ accountId, orderId }));
  await c.updateOrderNote({ accountId, orderId, noteId, body: { body: 'Paid by card' } });
  await c.deleteOrderNote({ accountId, orderId, noteId });
}

async function health(c: Client, accountId: string, petId: string): Promise<void> {
  const vaccinationTypeId = (await c.createVaccinationType({ accountId, body: { name: 'Zed fever', species: ['dog'] } })).id;
  await all(c.listVaccinationTypes({ accountId }));
  await c.updateVaccinationType({ accountId, vaccinationTypeId, body: { abbreviation: 'ZF' } });
  await c.putVaccinationRequirement({ accountId, vaccinationTypeId, body: { required_for: ['boarding'] } });
  await all(c.listVaccinationRequirements({ accountId }));

  const given = { vaccination_type_id: vaccinationTypeId, expires_on: '2031-05-04' };
  const expirationId = (await c.createVaccination({ accountId, petId, body: given })).id;
  await all(c.listVaccinations({ accountId, petId }));
  await all(c.listAccountVaccinations({ accountId, status: ['valid', 'expiring'] }));
  await c.updateVaccination({ accountId, petId, expirationId, body: { clinic: 'Goose Green Vets' } });
  await c.deleteVaccination({ accountId, petId, expirationId });

  const exempt = { vaccination_type_id: vaccinationTypeId, kind: 'medical' } as const;
  const exemptionId = (await c.createExemption({ accountId, petId, body: exempt })).id;
  await all(c.listExemptions({ accountId, petId }));
  await c.updateExemption({ accountId, exemptionId, body: { note: 'Heart' } });
  await c.deleteExemption({ accountId, exemptionId });

  const stay = { pet_id: petId, from: '2031-06-01', to: '2031-06-08' };
  await c.checkCompliance({ accountId, body: { serviceType: 'boarding', stays: [stay] } });
  await all(c.listCompliance({ accountId, serviceType: 'boarding', from: '2031-06-01', to: '2031-06-08' }));
  const unused = await c.createVaccinationType({ accountId, body: { name: 'Yen fever' } });
  await c.deleteVaccinationType({ accountId, vaccinationTypeId: unused.id });

  await all(c.listPreventiveTypes({ accountId }));
  for await (const pet of c.listAccountPets({ accountId })) await c.listPreventives({ accountId, petId: pet.id });
}

async function webhooks(c: Client, accountId: string): Promise<void> {
  check((await c.listEventTypes()).data.length > 50, 'the types of events are listed');
  await c.listEvents({ accountId, after: 'oldest', types: 'pet.*' });

  const hook = await c.createWebhook({ body: { url: 'http://127.0.0.1:9/hook', event_types: ['pet.*'] } });
  const id = hook.id;
  check(typeof hook.secret === 'string' && hook.health.consecutive_failures === 0, 'the secret is shown once');
  await all(c.listWebhooks());
  await c.getWebhook({ id });
  await c.updateWebhook({ id, body: { description: 'till' } });
  const delivery = await c.testWebhook({ id });
  await c.redeliverWebhookDelivery({ id, deliveryId: delivery.id });
  await all(c.listWebhookDeliveries({ id }));
  const body = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
  const replayId = (await c.replayWebhook({ id, body })).id!;
  await c.getWebhookReplay({ id, replayId });
  await c.stopWebhookReplay({ id, replayId });
  await c.deleteWebhook({ id });
}

async function staff(c: Client): Promise<void> {
  const roleId = (await c.createRole({ body: { name: 'Washer', abilities: ['customers:read'] } })).id;
  check((await c.listRoles()).data.length > 4, 'the built-in roles and one more are listed');
  await c.updateRole({ roleId, body: { name: 'Bather' } });
  const staffId = (await c.createStaff({ body: { name: 'Bea', email: 'bea@example.com', role_id: roleId } })).id;
  await all(c.listStaff());
  await c.getStaff({ staffId });
  await c.updateStaff({ staffId, body: { name: 'Bea M' } });
  const { token } = await c.createStaffInvitation({ staffId });
  const anybody = createClient({ baseUrl });
  const password = 'correct horse battery';
  await anybody.acceptStaffInvitation({ body: { token, new_password: password } });
  const signedIn = await anybody.loginStaff({ body: { email: 'bea@example.com', password } });
  const bea = createClient({ baseUrl, token: signedIn.access_token });
  await bea.getStaffMe();
  await bea.changeStaffPassword({ body: { current_password: password, new_password: 'another horse battery' } });
  await bea.logoutStaff();
  await c.deleteStaff({ staffId });
  await c.deleteRole({ roleId });
}

async function files(c: Client, accountId: string, customerId: string, petId: string): Promise<void> {
  const pdf = '%PDF-1.4\n%%EOF\n';
  const body = Object.assign(new Blob([pdf], { type: 'application/pdf' }), { name: "Zoë's (1)=a.pdf" });
  const made = await c.createPetFile({ accountId, petId, kind: 'vaccination_proof', body });
  const fileId = made.id;
  check(made.name === "Zoë's (1)=a.pdf", 'the file has its name');
  await all(c.listPetFiles({ accountId, petId }));
  await all(c.listUnrecordedProofs({ accountId }));
  await c.createCustomerFile({ accountId, customerId, kind: 'agreement', body });
  await all(c.listCustomerFiles({ accountId, customerId }));
  const [order] = await all(c.listOrders({ accountId }));
  await c.createOrderFile({ accountId, orderId: order!.id, kind: 'other', body });
  await all(c.listOrderFiles({ accountId, orderId: order!.id }));
  await c.getFile({ accountId, fileId });
  check((await (await c.getFileContent({ accountId, fileId })).text()) === pdf, 'the bytes come back');
  await c.updateFile({ accountId, fileId, body: { title: 'Rabies' } });
  await c.deleteFile({ accountId, fileId });
}

async function imports(c: Client, accountId: string): Promise<void> {
  const table = 'Owner ID,First Name,Email,Cell Phone,Animal ID,Animal Name,Species\nC-1,Kim,none,,P-1,Rex,Dog\n';
  const body = new Blob([table], { type: 'text/csv' });
  const importId = (await c.createImport({ accountId, as: ['customer', 'pet'], body })).id;
  const ended = async (): Promise<void> => {
    while ((await c.getImport({ accountId, importId })).progress) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await all(c.listImports({ accountId }));
  await c.checkImport({ accountId, importId });
  await ended();
  check((await all(c.listImportFaults({ accountId, importId }))).length === 1, 'the fault is listed');
  const columns = { external_id: ['Owner ID'], first_name: ['First Name'] };
  await c.updateImport({ accountId, importId, body: { map: { records: [{ type: 'customer', columns }] } } });
  await c.checkImport({ accountId, importId });
  await ended();
  await c.applyImport({ accountId, importId });
  await ended();
  await c.deleteImport({ accountId, importId });
  const lines = await (await c.exportAccount({ accountId, type: ['customer', 'pet'] })).text();
  check(lines.includes('"external_id":"C-1"'), 'the customer is exported');
}

async function undo(c: Client, accountId: string): Promise<void> {
  await c.createBreed({ accountId, body: { name: 'Undoodle', species: 'dog' } });
  const [last] = await all(c.listChanges({ accountId }));
  const changeId = last!.id;
  await c.getChange({ accountId, changeId });
  await all(c.listChangeEvents({ accountId, changeId }));
  const plan = await c.revertChange({ accountId, changeId, body: { dry_run: true } });
  check('would' in plan && plan.would.length === 1, 'the plan says what it would do');
  check('id' in (await c.revertChange({ accountId, changeId, body: {} })), 'the revert is a change');
}
