// Every word of the console. Another language is another file like this one.
const count = (n, one, many = one + 's') => `${n} ${n === 1 ? one : many}`;

export const words = {
  // the frame
  menu: 'Menu', skip: 'Skip to the page', location: 'Location', groupDesk: 'Front desk', groupLists: 'Lists and forms',
  groupOperators: 'Operators', groupModules: 'More', start: 'Start', today: 'Today', customers: 'Customers', pets: 'Pets',
  compliance: 'Compliance', catalog: 'Catalogue', breeds: 'Breeds', statuses: 'Pet statuses', colours: 'Colour codes',
  fields: 'Form fields', webhooks: 'Webhooks', events: 'Live events', keys: 'API keys', theme: 'Appearance',
  themeSystem: 'As the system', themeLight: 'Light', themeDark: 'Dark', signOut: 'Sign out',
  signedInAs: (name) => `Signed in as ${name}`,
  accountInactive: 'This location is inactive: its records can be read but not changed.', noPage: 'There is no such page',
  // signing in
  signIn: 'Sign in', signingIn: 'Signing in …', apiKey: 'API key',
  signInHint:
    'Keys begin with pck_. Someone who manages keys can make one for you, and so can the command line: petcare keys create. ' +
    'You stay signed in for 8 hours.',
  signedOutByServer: 'You were signed out: the session has ended or the key was revoked. What you typed is still there when you come back.',
  // doing things
  save: 'Save', saving: 'Saving …', cancel: 'Cancel', close: 'Close', edit: 'Edit', remove: 'Remove', add: 'Add', copy: 'Copy',
  copied: 'Copied', tryAgain: 'Try again', refresh: 'Refresh', actions: 'Actions', showMore: 'Show more', all: 'All',
  showAll: 'Show all results', loading: 'Loading …', unsaved: (n) => count(n, 'unsaved change'), required: 'Required',
  yes: 'Yes', no: 'No', none: 'None', never: 'Never', empty: 'empty', unknown: 'Unknown', unnamed: 'No name', becomes: 'becomes',
  troubleTitle: 'That did not work', unreachableTitle: 'No answer',
  unreachable: 'The service cannot be reached. Check the connection and try again.',
  pageNotLoaded: 'This page could not be loaded: the service is away, or newer than what is open here.',
  unexpected: 'Something unexpected happened on this page.', notFoundTitle: 'Not found', requestId: 'Request',
  inputKept: 'What you typed is kept here, also if you close or reload this page. Save again when the service is back.',
  draftRestored: 'This is what you typed before and had not saved.', discardDraft: 'Discard it',
  clashTitle: 'Somebody else has changed this too',
  clashText: 'Both of you changed the fields below. Choose for each which value to keep; everything else is already put together.',
  yours: 'Yours', theirs: 'Theirs', saveChoice: 'Save this choice', backToForm: 'Back to the form',
  // search and lists
  searchLabel: 'Search customers, pets and microchips', searchHint: 'Search customers, pets, microchips', searchResults: 'Search results',
  searching: 'Searching …', nothingFound: 'Nothing found', resultsFor: (q) => `Results for “${q}”`, details: 'Details', kind: 'Kind',
  customer: 'Customer', pet: 'Pet', name: 'Name', phone: 'Telephone', email: 'E-mail', tags: 'Tags', status: 'Status', species: 'Species',
  breed: 'Breed', born: 'Born', owner: 'Owner', microchip: 'Microchip', narrowCustomers: 'Name, telephone, e-mail',
  narrowPets: 'Name, microchip, owner', narrowCatalog: 'Name or code', newCustomer: 'New customer', newPet: 'New pet',
  editCustomer: 'Edit customer', editPet: 'Edit pet', noCustomers: 'No customers yet', noPets: 'No pets', overview: 'Overview',
  notes: 'Notes', orders: 'Orders', health: 'Health', history: 'History', noDetails: 'Nothing is on record.',
  // forms
  unit: 'Unit', kindOfPhone: 'Kind of telephone', number: 'Number', primary: 'Primary', emergency: 'Emergency', mayPickUp: 'May pick up',
  addTag: 'Add a tag and press Enter', addBreed: 'Type to find a breed', noColours: 'There are no colour codes of this kind.',
  // notes, history
  noteTitle: 'Title', note: 'Note', category: 'Category', visibleTo: 'Visible to', staff: 'Staff only', pinned: 'Pinned',
  pinNote: 'Keep at the top', customerSees: 'Customer sees it', noHistory: 'Nothing has happened to this record yet',
  aNote: { create: 'New note', edit: 'Edit note', remove: 'Remove this note?', none: 'No notes yet' },
  // health
  vaccinations: 'Vaccinations', vaccine: 'Vaccine', givenOn: 'Given on', expiresOn: 'Expires on',
  expiresHelp: 'Can be left out when the vaccine has a usual validity.', verifiedSay: 'The certificate was seen',
  aVaccination: { create: 'New vaccination', remove: 'Remove this vaccination?', none: 'No vaccinations on record' },
  replaced: 'Replaced', preventives: 'Preventives', product: 'Product', daysLeft: (n) => count(n, 'day left', 'days left'),
  daysAgo: (n) => count(n, 'day ago', 'days ago'), service: 'Service', from: 'From', to: 'To', missing: 'Missing',
  complianceSub: 'Pets that lack a vaccination which a service asks for, judged on the last day.', expired: 'Expired or expiring',
  validUntil: 'Valid until', allCompliant: 'No pet is in this state',
  needsCustomers: 'This board shows names and telephones: it needs the ability customers:read.',
  // orders and the board
  order: 'Order', orderNumber: (n) => `Order ${n}`, noOrders: 'No orders', services: 'Services', stay: 'Stay', payment: 'Payment',
  total: 'Total', lines: 'Lines', quantity: 'Quantity', price: 'Price', subtotal: 'Subtotal', discount: 'Discount', tax: 'Tax',
  paid: 'Paid', balanceDue: 'Balance due', payments: 'Payments', noPayments: 'Nothing is paid yet.', starts: 'Starts', ends: 'Ends',
  placed: 'Placed', day: 'Day', dayBefore: 'The day before', dayAfter: 'The day after', arriving: 'Arriving', inHouse: 'In the house',
  leaving: 'Leaving', nobodyArrives: 'Nobody arrives', nobodyStays: 'Nobody is staying', nobodyLeaves: 'Nobody leaves',
  until: (d) => `until ${d}`, since: (d) => `since ${d}`,
  // start
  welcome: 'Good to see you', arrivals: 'Pets arriving in the next 14 days', expiries: 'Vaccinations that run out, by week',
  outcomes: 'Webhook deliveries of the last 7 days', when: 'When', underWay: 'Under way', nothingHere: 'Nothing to show here',
  nothingHereHint: 'This key holds other abilities: the menu lists what it may do.',
  // lists
  aBreed: {
    create: 'New breed', edit: 'Edit breed', remove: 'Remove this breed?', ask: (n) => `“${n}” leaves every pet that has it.`,
    none: 'No breeds yet: the master list is loaded with the first one',
  },
  source: 'Source', ownBreed: 'Own', masterList: 'Master list',
  aStatus: {
    sub: 'What staff say about a pet beside active, inactive and deceased.', create: 'New status', edit: 'Edit status',
    remove: 'Remove this status?', ask: (n) => `“${n}” is no longer offered. Pets that have it keep it, without a name.`,
    none: 'No statuses yet',
  },
  aColour: {
    sub: 'Coloured labels for pets and customers.', create: 'New colour code', edit: 'Edit colour code',
    remove: 'Remove this colour code?', ask: (n) => `“${n}” leaves every pet and customer that has it.`, none: 'No colour codes yet',
  },
  colour: 'Colour', numberHelp: 'Empty: the next free number.', description: 'Description', appliesTo: 'Applies to',
  // form fields
  fieldsSub: 'What the forms of pets and customers ask for, here and in the customer’s own app.', petForm: 'Pet form',
  customerForm: 'Customer form', newField: 'New field', customFields: 'Your own fields', standardFields: 'Standard fields',
  noCustomFields: 'No fields of your own yet', label: 'Label', type: 'Type', section: 'Section', rules: 'Rules', helpText: 'Help text',
  visibleSay: 'Shown in forms', visibleToCustomer: 'Customers see it', editableByCustomer: 'Customers may change it',
  customerEdits: 'Customer edits it', hidden: 'Hidden', options: 'Options', optionsHelp: 'For the select types.',
  addOption: 'Add an option and press Enter', reorderHint: 'Drag a field to move it, or focus its handle and press the arrow keys.',
  moveField: (n, i, of) => `Move ${n}, position ${i} of ${of}`, movedTo: (n, i, of) => `${n} is now at position ${i} of ${of}`,
  removeField: 'Remove this field?', removeFieldText: (n) => `“${n}” leaves the form.`,
  removeFieldInUse: (n, c) =>
    `${count(c, 'record holds', 'records hold')} a value in “${n}”. The values would be removed too.`,
  removeWithValues: 'Remove field and values',
  // catalogue
  catalogSub: 'What this location sells. It is filled by the import and read here.', rates: 'Rates', addons: 'Add-ons', retail: 'Retail',
  adjustments: 'Adjustments', taxes: 'Taxes', code: 'Code', brand: 'Brand', stock: 'Stock', value: 'Value', rate: 'Rate',
  inclusive: 'Included in prices', standalone: 'Stand-alone', noProducts: 'Nothing here yet', priceRules: (n) => count(n, 'price rule'),
  // webhooks
  hooks: { none: 'No webhooks yet', hint: 'A webhook tells another system about every change within a second.' },
  webhook: 'Webhook', webhooksSub: 'Other systems that are told about changes.', newWebhook: 'New webhook', editWebhook: 'Edit webhook',
  removeWebhook: 'Remove this webhook?', url: 'URL', eventTypes: 'Event types', eventType: 'Event type',
  eventTypesHelp: (some) => `Names, resource.* or *. For example ${some || 'pet.updated'}.`, addEventType: 'pet.updated, pet.*, *',
  locations: 'Locations', emptyIsAll: 'None chosen: all.', activeSay: 'Deliver events', paused: 'Paused', healthy: 'Healthy',
  nothingSent: 'Nothing sent yet', failing: (n) => count(n, 'failure in a row', 'failures in a row'), lastSuccess: 'Last success',
  lastFailure: 'Last failure', failuresInARow: 'Failures in a row', secret: 'Secret', subscription: 'Subscription', created: 'Created',
  sendTest: 'Send a test', testSent: 'A test event is on its way. It appears among the deliveries below.', rotate: 'Rotate secret',
  rotateText: 'A new secret is made and shown once. For 24 hours deliveries are signed with the old one too.',
  rotatedText: 'Deliveries are signed with this secret now, and for 24 hours with the old one too. It is not shown again.',
  secretTitle: 'The secret of this webhook', secretText: 'The receiver checks signatures with it. Copy it now: it is not shown again.',
  haveIt: 'I have it', replay: 'Replay', which: 'Which', onlyFailed: 'Only those whose delivery failed', allEvents: 'All events',
  replayText: 'Events of this time are delivered again. Count them first; nothing is sent by counting.', dryRun: 'Count',
  replayNow: 'Replay now', replayCounted: (n) => `${n} events match.`, replayState: (s, q, m) => `Replay ${s}: ${q} of ${m} queued.`,
  stop: 'Stop', deliveries: 'Deliveries', delivery: 'Delivery', noDeliveries: 'No deliveries',
  noDelivery: 'This delivery is gone: deliveries are kept 30 days', trigger: 'Trigger', attempts: 'Attempts',
  attempt: (n) => `Attempt ${n}`, noAttempts: 'Not tried yet', noAnswer: 'No answer', answerBody: 'Body of the answer',
  requestBody: 'Request body', requestHeaders: 'Request headers', ofTheAttempt: 'the attempt’s time',
  hiddenSignature: 'made from secret, time and body', event: 'Event', nextAttempt: 'Next attempt', completed: 'Completed',
  redeliver: 'Deliver again', time: 'Time', lastHours: { 1: 'Last hour', 24: 'Last day', 168: 'Last week' },
  // events
  eventsSub: 'Every change of this location, as it is committed.', live: 'Live', pause: 'Pause', resume: 'Go on', clear: 'Clear',
  onlyTypes: 'Only these types', waitingForEvents: 'Waiting for the next change',
  waitingHint: 'Change something in another tab, and it appears here.',
  // keys
  aKey: {
    sub: 'What programs and people sign in with. A revoked key stops working within 5 seconds.', create: 'New key', none: 'No keys',
    verb: 'Revoke', remove: 'Revoke this key?', ask: (n) => `Whatever uses “${n}” stops working.`,
  },
  abilities: 'Abilities', everything: 'Everything', keyNameHelp: 'Who uses it, or what.', noExpiry: 'Empty: it works until it is revoked.',
  lastUsed: 'Last used', thisKey: 'This key', revokeOwn: 'This is the key that you are signed in with: you are signed out.',
  keyTitle: 'The new key', keyText: 'Copy it now: it is not shown again.',
  // values that are not written as they sound
  values: /** @type {Record<string, string>} */ ({ non_compliant: 'Not compliant', not_required: 'Not required',
    any: 'Any', json: 'JSON', email_opt_in: 'E-mail', sms_opt_in: 'Text messages', marketing_opt_in: 'Marketing', kg: 'kg', lb: 'lb',
    line1: 'Address line 1', line2: 'Address line 2', url: 'Web address', email: 'E-mail', multi_select: 'Choice of several',
    select: 'Choice of one', textarea: 'Long text', boolean: 'Yes or no', delivered: 'Delivered', failed: 'Failed' }),
};
