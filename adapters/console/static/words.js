const count = (n, one, many = one + 's') => `${n} ${n === 1 ? one : many}`;

/**
 * Words that are written as they are named.
 * @template {string} S @param {S} names @returns {Record<Named<S>, string>}
 */
const named = (names) => {
  const write = (name) => name.replace(/^.|[A-Z]/g, (c, i) => (i ? ' ' + c.toLowerCase() : c.toUpperCase()));
  return /** @type {any} */ (Object.fromEntries(names.split(' ').map((name) => [name, write(name)])));
};

export const words = {
  ...named('menu location start today customers pets compliance breeds webhooks signOut operators frontDesk listsAndForms more'),
  ...named('catalogue petStatuses colourCodes formFields liveEvents appearance asTheSystem light dark'),
  duplicates: 'Duplicates', imports: 'Import and export', skip: 'Skip to the page', keys: 'API keys',
  signedInAs: (name) => `Signed in as ${name}`,
  accountInactive: 'This location is inactive: its records cannot be changed.', noPage: 'There is no such page',
  notForYou: 'Your role does not include this page. Ask a manager for the right to see it.',

  ...named('signIn'),
  signingIn: 'Signing in …', apiKey: 'API key',
  signInHint: 'It begins with pck_. Make one with “petcare keys create”. You stay signed in for 8 hours.',
  ...named('password newPassword currentPassword setPassword useTheKey team me role active inactive inviteAgain theInvitation thisBrowser'),
  ...named('you signOutEverywhere lastSignIn maySignIn signedInAt passwordChanged'),
  passwordHint: 'At least 10 characters.', welcomeToTeam: 'Welcome to the team',
  signInAtIssuer: 'Sign in with your organization’s account',
  refusedByIssuer: 'That account may not sign in here. Ask your manager for an invitation.',
  firstStart: 'Nobody can sign in by name yet. This command prints the invitation of the first one:',
  aMember: {
    sub: 'Who works here, and what they may do.', create: 'Invite', edit: 'Edit', none: 'Nobody yet', remove: 'Remove from the team?',
    ask: (n) => `“${n}” is signed out and cannot sign in any more.`,
  },
  roles: 'Roles',
  aRole: {
    create: 'New role', edit: 'Edit role', remove: 'Remove this role?', ask: (n) => `“${n}” can be given to nobody any more.`,
  },
  signedOutByServer: 'You were signed out. What you typed is kept here.',

  ...named('save cancel close edit remove add copy copied tryAgain refresh actions showMore all required yes no none never unknown'),
  ...named('toVerify yours theirs showAllResults noName thatDidNotWork notFound request discardIt saveThisChoice backToTheForm'),
  saving: 'Saving …', loading: 'Loading …', unsaved: (n) => count(n, 'unsaved change'),
  empty: 'empty', unreachable: 'The service cannot be reached. Check the connection.',
  pageNotLoaded: 'The service is away, or newer than what is open here.', unexpected: 'Something unexpected happened.',
  inputKept: 'What you typed is kept here, also after a reload. Save again when the service is back.',
  saveCSV: 'Save as CSV', counting: 'Counting …', fillIn: 'Fill this in.', thisOne: 'This',
  changeWith: (list) => {
    const each = ([what, n, more]) => `${more ? 'More than ' : ''}${count(n, what)} ${n === 1 ? 'has' : 'have'} it.`;
    return list.map(each).join(' ') || 'Nothing has it.';
  },
  // what to do about a refusal, by its code or status
  nextByCode: /** @type {Row} */ ({
    validation_failed: 'Correct what is marked, then save again.', format: 'Check how it is written.', too_long: 'Make it shorter.',
    too_short: 'Make it longer.', not_unique: 'Choose another one.', duplicate: 'Choose another one, or open the one that has it.',
    future: 'Choose a day that has come.', unknown: 'Choose one of the list.', not_found: 'Choose one of the list.',
    order: 'Check both days.', enum: 'Choose one of the list.',
    version_mismatch: 'Somebody else has changed it: look at it again, then repeat what you did.',
    account_inactive: 'Ask an operator to activate the location.',
  }),
  nextByStatus: /** @type {Row} */ ({
    403: 'Ask a manager for the right to do this.', 404: 'It may have been removed: go back and look for it again.',
    409: 'Look at what is there, then try again.', 412: 'Somebody else has changed it: look at it again, then repeat what you did.',
    429: 'Wait a minute, then try again.', 500: 'Try again. If it goes on, tell your operator the request below.',
  }),
  faults: /** @type {Row} */ ({
    'expires_on required': 'Enter the day until which it is valid, or the day it was given.',
    'administered_on order': 'The day given is after the day until which it is valid. Check both days.',
    'first_name required': 'Enter a first name or a last name.',
  }),
  discardTitle: 'Discard what you typed?', discardText: (n) => `${count(n, 'change is', 'changes are')} not saved.`,
  ...named('vaccines builtIn requiredFor abbreviation nothing settings website address country currency timeZone locale'),
  ...named('weightUnit resetPassword makeToken'),
  validityMonths: 'Usual validity in months', fixed: 'Set by the operator', validityHelp: 'How long one usually lasts. Empty: not known.',
  warningDays: 'Warn before expiry (days)',
  warningHelp: 'A vaccination is expiring from this many days before its last day.', localeHelp: 'Language and region, such as en-GB.',
  fixedHelp: 'An operator changes these with petcare accounts update.', settingsSaved: 'The settings are saved.',
  resetText: 'Makes a token with which the customer sets a new password. Tokens made before stop working.',
  tokenText: 'Send it to the customer. It works once, within 24 hours, and is not shown again.',
  aVaccine: {
    sub: 'Kinds of vaccinations, and which services of this location ask for them.', create: 'New vaccine', edit: 'Edit vaccine',
    none: 'No vaccines', remove: 'Remove this vaccine?', ask: (n) => `No new vaccination can be “${n}”. Those on record stay.`,
  },
  draftRestored: 'This is what you typed before and had not saved.',
  clashTitle: 'Somebody else has changed this too', clashText: 'Choose the value to keep for each field. The rest is merged already.',
  changedBy: 'Changed by',

  ...named('searchResults nothingFound details kind customer pet name tags status species breed born owner microchip newCustomer'),
  ...named('newPet editCustomer editPet noPets overview notes orders health history telephone noCustomersYet'),
  ...named('alert firstPet openInstead choose transfer newOwner kennelCard print weight exemptions reason always vet vaccination'),
  whosePet: 'Whose pet is it?', newCustomerNamed: (q) => `New customer “${q}”`,
  addPhoto: 'Add a photo', anotherPhoto: 'Choose another photo',
  photoOf: (n) => `Photo of ${n}`, kennelCardOf: (n) => `Kennel card: ${n}`, transferOf: (n) => `Give ${n} to another customer`,
  transferText: 'Its notes and health records go with it; its orders stay where they are.', noEnd: 'Empty: for ever.',
  standing: 'Vaccinated for',
  foundIn: /** @type {Row} */ ({ pickup: 'Pick-up contact', emergency: 'Emergency contact', email: 'E-mail' }),
  anExemption: { create: 'New exemption', edit: 'Edit exemption', remove: 'Remove this exemption?', none: 'No exemptions' },
  moreOfCustomer: 'Address, contacts, vet and everything else', petLater: 'Empty: pets are added later.',
  alreadyHere: 'Already here?', alikeBy: { name: 'Similar name', phone: 'Same phone', email: 'Same e-mail' },
  twins: 'Saved. These may be the same person:', notTheSame: 'They are not the same',
  customerSaved: 'The customer is saved, the pet is not yet:',
  searchHint: 'Search customers, pets, microchips', searching: 'Searching …', resultsFor: (q) => `Results for “${q}”`,
  email: 'E-mail', narrowCustomers: 'Name, telephone, e-mail, pet',
  narrowPets: 'Name, microchip, owner', narrowCatalog: 'Name or code',
  noDetails: 'Nothing is on record.', needs: (what) => `You may not ${what}. Ask a manager for the right to.`,
  mayNot: 'You may not do this.',

  ...named('unit number primary emergency mayPickUp'),
  addEntry: 'Type and press Enter', addBreed: 'Type to find a breed', noBreed: 'There is no such breed',

  ...named('note category visibleTo pinned title keepAtTheTop customerSeesIt'),
  activity: 'Activity', activitySub: 'What was changed at this location, by whom, and how to undo it.',
  noActivity: 'No changes while events are kept',
  who: 'Who', what: 'What', undo: 'Undo', undone: 'Undone', undoTitle: 'Undo this change', changeSaved: 'Saved.',
  nothingToUndo: 'There is nothing to undo.', ofOneRecord: 'What was changed in one record.', allActivity: 'Show all activity',
  undoWill: 'This will happen:', undoBlocked: 'This cannot be undone as it is. In the way:', laterChange: 'the later change',
  inTheWay: (b) =>
    (b.code !== 'changed_since' ? 'something depends on it'
      : `${b.key ? b.key.replaceAll('_', ' ') : 'it'} ${b.by ? 'is gone:' : 'was changed since'}`),
  andMore: (n) => `and ${n} more`, lastDays: { 1: 'Last day', 7: 'Last 7 days', 30: 'Last 30 days' },
  noHistory: 'No changes while events are kept',
  aNote: { create: 'New note', edit: 'Edit note', remove: 'Remove this note?', none: 'No notes yet' },

  ...named('vaccinations vaccine givenOn expiresOn replaced preventives product service from to lastDay exempt validUntil'),
  ...named('call callList arrives arrivesFrom arrivesUntil thoseArriving allPets'),
  arriveWithout: 'Arrive without a vaccination',
  isMissing: (n) => `${n} is missing`, isExpired: (n, d) => `${n} expired on ${d}`, runsOut: (n, d) => `${n} runs out on ${d}`,
  lack: (n, of) => `${n} of ${count(of, 'arriving pet')} ${n === 1 ? 'lacks' : 'lack'} vaccinations for the booked stay:`,
  notChecked: 'The vaccinations of arriving pets could not be checked.', found: (n) => `${n} found.`,
  arrivalsSub: 'Pets that arrive in this time and lack a vaccination on the last day of their stay, first to arrive first.',
  allArriveCompliant: 'No arriving pet is in this state',
  expiresHelp: 'Empty: the day given plus the vaccine’s usual validity.', verifiedSay: 'The certificate was seen',
  aVaccination: { create: 'New vaccination', remove: 'Remove this vaccination?', none: 'No vaccinations on record' },
  daysLeft: (n) => count(n, 'day left', 'days left'), daysAgo: (n) => count(n, 'day ago', 'days ago'),
  complianceSub: 'Pets that lack a vaccination which a service asks for, on the last day.', allCompliant: 'No pet is in this state',
  nothingAsked: 'This service asks for no vaccinations',

  ...named('order noOrders services stay payment total lines quantity price subtotal discount tax paid balanceDue payments starts ends'),
  ...named('placed day arriving leaving nobodyArrives nobodyLeaves theDayBefore theDayAfter inTheHouse nobodyIsStaying'),
  orderNumber: (n) => `Order ${n}`, noPayments: 'Nothing is paid yet.', until: (d) => `until ${d}`, since: (d) => `since ${d}`,

  ...named('when underWay'),
  welcome: 'Good to see you', arrivals: 'Pets arriving in the next 14 days', expiries: 'Vaccinations that run out, by week',
  outcomes: 'Webhook deliveries of the last 7 days',
  notAllCounted: 'There are more than are counted here.', nothingHere: 'Nothing to show here',
  nothingHereHint: 'The menu lists what this key may do.',

  ...named('source masterList colour description appliesTo own'),
  aBreed: {
    create: 'New breed', edit: 'Edit breed', remove: 'Remove this breed?', ask: (n) => `“${n}” leaves every pet that has it.`,
    none: 'No breeds yet: the master list is loaded with the first one',
  },
  aStatus: {
    sub: 'What staff say about a pet beside active, inactive and deceased.', create: 'New status', edit: 'Edit status',
    remove: 'Remove this status?', ask: (n) => `“${n}” is no longer offered. Pets keep it, without a name.`,
    none: 'No statuses yet',
  },
  aColour: {
    sub: 'Coloured labels for pets and customers.', create: 'New colour code', edit: 'Edit colour code',
    remove: 'Remove this colour code?', ask: (n) => `“${n}” leaves every pet and customer that has it.`, none: 'No colour codes yet',
  },
  numberHelp: 'Empty: the next free number.',

  ...named('petForm customerForm standardFields label type section rules helpText hidden options customersSeeIt shownInForms'),
  ...named('customersMayChangeIt customerEditsIt'),
  fieldsSub: 'What the forms of pets and customers ask for.', customFields: 'Your own fields',
  noCustomFields: 'No fields of your own yet', optionsHelp: 'For the select types.',
  reorderHint: 'Drag a field, or press the arrow keys on its handle.',
  moveField: (n, i, of) => `Move ${n}, position ${i} of ${of}`, movedTo: (n, i, of) => `${n} is now at position ${i} of ${of}`,
  aField: {
    create: 'New field', remove: 'Remove this field?', ask: (n) => `“${n}” leaves the form.`,
    held: (n, c) => `${count(c, 'record holds', 'records hold')} a value in “${n}”.`,
  },
  removeWithValues: 'Remove field and values',

  ...named('rates retail adjustments taxes code brand stock value rate includedInPrices nothingHereYet'),
  catalogSub: 'What this location sells, as it was imported.', addons: 'Add-ons',
  standalone: 'Stand-alone', priceRules: (n) => count(n, 'price rule'),

  ...named('webhook editWebhook eventTypes eventType locations paused healthy lastSuccess lastFailure failuresInARow secret'),
  ...named('subscription created replay which allEvents replayNow stop deliveries delivery noDeliveries trigger attempts noAnswer'),
  ...named('requestBody requestHeaders event nextAttempt completed time deliverEvents rotateSecret sendATest iHaveIt count notTriedYet'),
  ...named('bodyOfTheAnswer deliverAgain'),
  aWebhook: { create: 'New webhook' }, hooks: { none: 'No webhooks yet', hint: 'A webhook tells another system about every change.' },
  emptyIsAll: 'None chosen: all.', emptyIsSome: 'None chosen: those that your key sees now.',
  secretText: 'Copy it now. It is not shown again.',
  noDelivery: 'This delivery is gone: they are kept for 30 days', attempt: (n) => `Attempt ${n}`, ofTheAttempt: 'the attempt’s time',
  hiddenSignature: 'made from secret, time and body', lastHours: { 1: 'Last hour', 24: 'Last day', 168: 'Last week' },

  ...named('live pause clear goOn onlyTheseTypes'),
  eventsSub: 'Every change of this location.', waitingForEvents: 'Waiting for the next change',

  ...named('abilities everything lastUsed madeBy thisKey theNewKey'),
  aKey: {
    sub: 'What programs and people sign in with.', create: 'New key', none: 'No keys',
    also: { name: 'descendants', label: 'Revoke the keys that it made, too' },
    verb: 'Revoke', remove: 'Revoke this key?', ask: (n) => `Whatever uses “${n}” stops working.`,
  },
  keyNameHelp: 'Who uses it, or what.', noExpiry: 'Empty: it works until it is revoked.', revokeOwn: 'You are signed in with this key.',
  // values that are not written as they sound
  values: /** @type {Row} */ ({ undo_update: 'Change back', undo_restore: 'Restore', undo_delete: 'Remove', api: 'API', cli: 'Command line',
    non_compliant: 'Not compliant', json: 'JSON', email_opt_in: 'E-mail',
    sms_opt_in: 'Text messages', marketing_opt_in: 'Marketing', kg: 'kg', lb: 'lb',
    line1: 'Address line 1', line2: 'Address line 2', url: 'Web address', email: 'E-mail', owner_declined: 'Owner declined',
    multi_select: 'Choice of several',
    select: 'Choice of one', textarea: 'Long text', boolean: 'Yes or no' }),
};
