/** @import { Place } from './place.js' */
/** @import { Surroundings } from './types.d.ts' */
import { Refusal } from './api.js';
import { assignmentsView } from './assignments.js';
import { deliveriesView } from './deliveries.js';
import { deliveryView } from './delivery.js';
import { element, heading } from './dom.js';
import { emailView } from './email.js';
import { emailsView } from './emails.js';
import { addressOf } from './place.js';
import { subscriptionView } from './subscription.js';
import { subscriptionsView } from './subscriptions.js';
import { templateView } from './template.js';
import { templatesView } from './templates.js';

/** @typedef {(surroundings: Surroundings) => Promise<Node[]>} View Draws a place; the first heading names it. */

/** @type {Readonly<Record<string, { title: string, list: View, one: View }>>} */
const VIEWS = {
  webhooks: { title: 'Webhooks', list: subscriptionsView, one: subscriptionView },
  deliveries: { title: 'Deliveries', list: deliveriesView, one: deliveryView },
  emails: { title: 'Emails', list: emailsView, one: emailView },
  templates: { title: 'Email templates', list: templatesView, one: templateView },
  assignments: { title: 'Assignments', list: assignmentsView, one: assignmentsView },
};

/**
 * Links to all views.
 *
 * @param {string} current the view that is shown
 */
export function viewLinks(current) {
  return Object.entries(VIEWS).map(([view, { title }]) =>
    element('a', { href: addressOf(view), 'aria-current': view === current ? 'page' : null }, title),
  );
}

/**
 * What is shown at a place.
 *
 * @param {Place} place
 * @returns {{ title: string, draw: View }}
 */
export function viewAt({ view, id }) {
  // An address may name any word, such as a member that every object has.
  const found = Object.hasOwn(VIEWS, view) ? VIEWS[view] : undefined;
  if (found === undefined) return { title: 'Nothing here', draw: nowhere };
  return { title: found.title, draw: id === null ? found.list : found.one };
}

/** @param {unknown} error */
export function isMissing(error) {
  return error instanceof Refusal && error.problem.status === 404;
}

/**
 * What is shown where a view could not be drawn.
 *
 * @param {unknown} error
 * @param {Place} place
 * @param {() => void} tryAgain
 * @returns {Node[]}
 */
export function failedView(error, place, tryAgain) {
  const all = element('a', { class: 'button', href: addressOf(place.view) }, 'Show all');
  const again = element('button', { type: 'button', click: tryAgain }, 'Try again');
  const isPart = place.id !== null || place.parameters.size > 0;
  const ways = isMissing(error) ? [all] : [again, isPart && all];
  return [
    heading(viewAt(place).title),
    ...(isMissing(error)
      ? [element('p', {}, 'There is no page at this address, or it has been removed.')]
      : []),
    element('div', { class: 'actions' }, ...ways),
  ];
}

/** @type {View} */
async function nowhere() {
  return [heading('There is nothing here')];
}
