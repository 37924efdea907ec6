import { words } from './words.js';

const count = (n, one, many = one + 's') => `${n.toLocaleString()} ${n === 1 ? one : many}`;
const plural = (n, one) => count(n, one, one.replace(/y$/, 'ie') + 's');

// What to do about refusals on these pages.
Object.assign(words.nextByCode, {
  merged: 'Open the one that it was merged into.', erased: 'It was erased for good.',
  open_orders: 'Complete or cancel the open orders first.',
  changed_since: 'Somebody has changed records meanwhile. Check again, then apply.', conflict: '',
  too_large: 'It is more than the service does in one step.', mismatch: 'Type it as it stands above.',
});
Object.assign(words.values, {
  name_postcode: 'Same name and postcode', name_pet: 'Same name, and a pet born on the same day', external_id: 'Id in another system',
  full_name: 'Full name', 'weight.value': 'Weight', 'weight.unit': 'Unit of the weight', vaccination_type: 'Vaccine', phones: 'Telephones',
  'address.line1': 'Address line 1', 'address.line2': 'Address line 2', 'address.city': 'City', 'address.region': 'Region',
  'address.postcode': 'Postcode', 'address.country': 'Country', 'vet.practice': 'Veterinary practice', 'vet.name': 'Veterinarian',
  'vet.phone': 'Telephone of the vet', 'communication.email_opt_in': 'E-mail allowed', 'communication.sms_opt_in': 'Text messages allowed',
  'communication.marketing_opt_in': 'Marketing allowed', iso: '2020-12-31', dmy: '31/12/2020', mdy: '12/31/2020', point: '1,100.5',
  comma: '1.100,5', rate: 'Rate', read: 'Not checked', checked: 'Checked', applying: 'Being applied', cancelled: 'Stopped',
});

/** More texts: those of duplicates, personal data, imports and exports, which are loaded with these pages. */
export const words2 = {
  ofOne: 'Those of one record.', ofStaying: 'Of the one that stays', ofGoing: 'Of the one that goes',
  duplicatesSub: 'Records that may be one person or one pet, those most alike first. A merge loses nothing and can be undone.',
  reasons: { email: 'Same e-mail', phone: 'Same phone', microchip: 'Same microchip', name: 'Same name, owner and species' },
  noDuplicates: 'Nothing looks like a duplicate', compare: 'Compare',
  notTheSame: { customers: 'Not the same person', pets: 'Not the same pet' },
  compareWith: (n) => `Compare with ${n}`, petsOf: (n) => plural(n, 'pet'), since: (d) => `since ${d}`, oldest: 'oldest',
  mergeTitle: { customers: 'Merge two customers', pets: 'Merge two pets' }, stays: 'Stays', goes: 'Goes into it', swap: 'Swap',
  mergeSub: 'For each difference, choose what is to stay. Everything that hangs on the one that goes moves.',
  differs: 'What differs', both: 'Both together', afterwards: 'Afterwards', sameElse: 'Everything else is the same in both.',
  moves: 'What moves', movesNothing: 'Nothing hangs on the record that goes.', merge: 'Merge', decideFirst: 'Choose what is marked first.',
  moved: (kind, n) => plural(n, (words.values[kind] || kind).toLowerCase().replaceAll('_', ' ').replace(/s$/, '')),
  login: 'Login',
  loginOn: 'Can log in', photo: 'Photo', photoThere: 'A photo', mergedAlready: 'These two are one record already.',
  blocked: {
    too_many: 'Together they are too many. Keep those of one.', two_logins: 'Both can log in. Keep the login of one.',
    blocked: 'One of them is blocked. Choose which status stays.', other_species: 'They are of two species. Choose what stays.',
    required: 'It cannot be empty. Choose the one that has it.', too_large: 'Together they are too long. Keep shorter ones.',
  },
  mayBe: (n) => `${n === 1 ? 'Another record' : `${n} other records`} may be the same:`,

  personal: 'Personal data', weHold: 'Everything we hold', erase: 'Erase', personalHint: 'For requests about the data of a person.',
  eraseTitle: (n) => `Erase ${n}?`, eraseReason: 'Why', erasedOn: (d) => `This person was erased on ${d}. Amounts, dates and counts stay.`,
  eraseText: `Name, contact data, notes, custom fields and files of this person are removed from everywhere, also from events and what was
    sent to webhooks. Orders keep their amounts. This cannot be undone. Backups keep the person until they are gone.`,
  eraseReasons: { requested: 'The person asked for it', retention: 'It was kept for long enough', other: 'Another reason' },
  typeName: (n) => `Type “${n}” to confirm`, nameDiffers: 'That is not the name.',

  importsSub: 'Bring records from another system, and take yours with you. Nothing is changed before you apply.',
  importFile: 'Import a file', dropHere: 'Drop a file here, or choose one',
  dropHint: 'CSV or JSON Lines, also gzipped, up to 100 MiB. Of an Excel file, save the sheet as CSV.',
  chooseFile: 'Choose a file', uploading: (n) => `Uploading ${n} …`, eachRow: 'Each row is', byItself: 'Found out from the columns',
  rowsAre: {
    customer: 'A customer', pet: 'A pet', 'customer,pet': 'A customer and a pet', vaccination: 'A vaccination',
    note: 'A note', preventive: 'A preventive', order: 'An order', breed: 'A breed', rate: 'A rate', addon: 'An add-on',
    retail_product: 'A retail product', tax: 'A tax',
  },
  sayWhat: (n) => `The columns of ${n} are not known. Choose what each row is.`, readIt: 'Read the file',
  recent: 'Imports of the last 7 days', noImports: 'None yet', file: 'File', records: 'Records',
  knownAs: (p) => `This is an export of ${p}.`,
  exportTitle: 'Export', exportAll: 'Everything as JSON Lines', exportHint: 'An import reads it again, also in another installation.',
  exportType: 'A table of', exportCSV: 'Export CSV',
  exportOne: {
    customer: 'Customers', pet: 'Pets', vaccination: 'Vaccinations', preventive: 'Preventives', note: 'Notes', order: 'Orders',
    rate: 'Rates', addon: 'Add-ons',
    retail_product: 'Retail products', breed: 'Breeds',
  },
  cutOff: 'The export is not complete. Try again.',

  columns: 'Columns', columnsHint: 'Where each column of the file goes. Those that go nowhere are left out.', column: 'Column',
  samples: 'In the file',
  goesTo: 'Goes to', notImported: 'Not imported', another: 'Another field', inRows: (n) => `in ${count(n, 'row')}`, emptyColumn: 'empty',
  everyRow: 'The same in every row', everyRowHint: 'For fields that the file has no column for.',
  howWritten: 'How it is written', dates: 'Days', decimal: 'Numbers', encoding: 'Characters', delimiter: 'Between cells',
  shortRows: 'Rows may be short',
  findOut: 'As found', tab: 'Tab', missingKeys: 'These are needed, and nothing goes to them:', chooseDates: 'Choose how days are written.',
  says: (v) => `“${v}” means`,
  check: 'Check', checkAgain: 'Check again', apply: 'Apply', stop: 'Stop', forget: 'Remove', notYet: 'Nothing is changed yet.',
  would: 'What would happen', did: 'What changed', unchanged: 'Unchanged', fresh: 'New', changed: 'Changed', faulty: 'Faulty',
  nothingThere: 'The file has no records.', faults: (n) => count(n, 'fault'),
  faultsHint: 'Nothing is imported before they are mended: change what cells mean, or send the faulty rows again, mended.',
  downloadFaults: 'Faulty rows as CSV', line: 'Line', sendMended: 'Send the mended file',
  showRows: (n) => count(n, 'row'), firstFaults: (n) => `Counted in the first ${n.toLocaleString()}.`,
  alike: 'Look alike',
  alikeHint: 'Records that share something and may be one. They are imported as they are; Duplicates merges them later.',
  alikeOf: (a) => `${plural(a.records.length, words.values[a.type] || a.type)} with the same ${
    (words.values[a.by] || a.by.replaceAll('_', ' ')).toLowerCase()}: ${
    a.records.slice(0, 5).join(', ')}`,
  phases: { waiting: 'Waiting for its turn', reading: 'Reading lines', applying: 'Trying them' },
  steps: { check: 'Checking', apply: 'Applying' },
  progress: (p) => `${p.lines.toLocaleString()}${p.of ? ` of ${p.of.toLocaleString()}` : ''} lines`,
  failed: 'It was not applied, and nothing has changed.',
  stopped: 'It was stopped, and nothing has changed.', done: 'Applied.', undoImport: 'Undo the import',
  noChange: 'Everything was there already.',
  jsonLines: 'Each line says what it is. Check it, then apply.',
  size: (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`),
};
