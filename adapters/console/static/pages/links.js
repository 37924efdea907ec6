import { html } from '../vendor/htm-preact.js';
import { hint, phoneLink } from '../core/data.js';
import { Link } from '../core/ui.js';

const linkTo = (path, r) => html`<${Link} to=${path + r.id}><bdi>${r.name}</bdi><//>`;
export const toPet = (p) => linkTo('/pets/', p);
export const toCustomer = (c) => linkTo('/customers/', c);
export const reach = (c) => html`${toCustomer(c)} ${hint(phoneLink(c.phone))}`;
