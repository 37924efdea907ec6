// Every page of the console and where it is. A page is loaded when it is first opened.
import { html } from '../vendor/htm-preact.js';
import { useLoad } from '../core/hooks.js';
import { route } from '../core/router.js';
import { Trouble, Waiting } from '../core/ui.js';
import { words as w } from '../words.js';
import { Start } from './start.js';

/** A page out of a file that is loaded later. @param {() => Promise<any>} load @param {string} name */
function later(load, name) {
  /** @type {any} */
  let page = null;
  return (props) => {
    const found = useLoad(async () => (page ||= (await load())[name]), []);
    const Loaded = page;
    if (Loaded) return html`<${Loaded} ...${props} />`;
    // The server is away, or another version: its files have other addresses.
    if (!found.error) return html`<${Waiting} lines=${6} />`;
    return html`<${Trouble} error=${found.error} text=${w.pageNotLoaded} retry=${() => location.reload()} />`;
  };
}

const Today = later(() => import('./today.js'), 'Today');
const Customers = later(() => import('./people.js'), 'Customers');
const Pets = later(() => import('./people.js'), 'Pets');
const SearchResults = later(() => import('./people.js'), 'SearchResults');
const Customer = later(() => import('./customer.js'), 'Customer');
const Pet = later(() => import('./pet.js'), 'Pet');
const CustomerForm = later(() => import('./edit.js'), 'CustomerForm');
const NewPet = later(() => import('./edit.js'), 'NewPet');
const PetForm = later(() => import('./edit.js'), 'PetForm');
const Order = later(() => import('./order.js'), 'Order');
const Compliance = later(() => import('./compliance.js'), 'Compliance');
const Breeds = later(() => import('./lists.js'), 'Breeds');
const Statuses = later(() => import('./lists.js'), 'Statuses');
const Colours = later(() => import('./colours.js'), 'Colours');
const Fields = later(() => import('./fields.js'), 'Fields');
const Catalog = later(() => import('./catalog.js'), 'Catalog');
const Webhooks = later(() => import('./webhooks.js'), 'Webhooks');
const Webhook = later(() => import('./webhook.js'), 'Webhook');
const Delivery = later(() => import('./delivery.js'), 'Delivery');
const Events = later(() => import('./events.js'), 'Events');
const Keys = later(() => import('./keys.js'), 'Keys');

route('/', Start, '/');
route('/today', Today);
route('/customers', Customers);
route('/customers/new', CustomerForm);
route('/customers/:customer', Customer);
route('/customers/:customer/edit', CustomerForm);
route('/customers/:customer/newPet', NewPet);
route('/customers/:customer/:tab', Customer);
route('/pets', Pets);
route('/pets/:pet', Pet);
route('/pets/:pet/edit', PetForm);
route('/pets/:pet/:tab', Pet);
route('/search', SearchResults, '/customers');
route('/orders/:order', Order, '/today');
route('/compliance', Compliance);
route('/catalog', Catalog);
route('/catalog/:kind', Catalog);
route('/breeds', Breeds);
route('/statuses', Statuses);
route('/colours', Colours);
route('/fields', Fields);
route('/fields/:form', Fields);
route('/webhooks', Webhooks);
route('/webhooks/:webhook', Webhook);
route('/webhooks/:webhook/:delivery', Delivery);
route('/events', Events);
route('/keys', Keys);
