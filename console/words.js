/** @import { Attempt, Delivery, Subscription } from './types.d.ts' */
import { Refusal } from './api.js';
import { element } from './dom.js';

const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** @type {Readonly<Record<string, string>>} */
const FAILURES = {
  dns: 'the name could not be resolved',
  connect: 'no connection',
  tls: 'no secure connection: certificate or TLS refused',
  timeout: 'no answer in time',
  protocol: 'what came was no HTTP answer',
  status: 'not a valid status',
  blocked: 'the address is not allowed',
};

/** @type {Readonly<Record<string, string>>} */
const TRIGGERS = {
  automatic: 'automatic',
  manual: 'by hand',
  recover: 'recovery',
  test: 'test',
};

/** @type {Readonly<Record<string, string>>} */
const DELETIONS = {
  requested: 'Deleted on request.',
  retries_exhausted: 'Deleted by the service, because the last retry of a delivery had failed.',
};

const STATUSES = {
  pending: ['Pending', 'waits'],
  succeeded: ['Succeeded', 'good'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', ''],
};

const HEALTH = {
  healthy: ['Healthy', 'good'],
  failing: ['Failing', 'waits'],
  at_risk: ['At risk', 'bad'],
};

/** The languages of emails, for a choice. */
export const languages = /** @type {const} */ ([
  ['en', 'English'],
  ['sv', 'Swedish'],
]);

/** @param {string} language */
export function languageText(language) {
  return languages.find(([code]) => code === language)?.[1] ?? language;
}

/** The states of a delivery, for a choice. */
export const deliveryStatuses = Object.entries(STATUSES).map(
  ([status, [label = '']]) => /** @type {const} */ ([status, label]),
);

/**
 * A point in time, in the time zone of whoever reads it.
 *
 * @param {string} iso
 */
export function time(iso) {
  return element('time', { datetime: iso }, DAY_AND_TIME.format(new Date(iso)));
}

/** @param {Pick<Delivery, 'status'>} delivery or an email, which fares alike */
export function deliveryBadge({ status }) {
  return badge(STATUSES[status]);
}

/**
 * Nothing for a subscription that nothing was sent to yet.
 *
 * @param {Subscription} subscription
 */
export function healthBadge({ health, lastActiveAt }) {
  const isUntried = health.state === 'healthy' && lastActiveAt === null;
  return isUntried ? null : badge(HEALTH[health.state]);
}

/** @param {Subscription} subscription */
export function activityBadge({ isActive }) {
  return badge(isActive ? ['Active', 'good'] : ['Inactive', '']);
}

/** @param {string | undefined} reason */
export function deletionText(reason) {
  return DELETIONS[reason ?? ''] ?? 'Deleted.';
}

/** @param {string} trigger */
export function triggerText(trigger) {
  return TRIGGERS[trigger] ?? trigger;
}

/**
 * What came of an attempt: a status, or what went wrong.
 *
 * @param {Pick<Attempt, 'status' | 'error'>} attempt
 */
export function outcomeText({ status, error }) {
  const failure = error === null ? null : (FAILURES[error] ?? error);
  if (status === null) return failure === null ? 'no answer yet' : capitalised(failure);
  return failure === null ? `${status}` : `${status}, ${failure}`;
}

/**
 * @param {number} count
 * @param {string} singular
 * @param {string} [plural]
 */
export function counted(count, singular, plural = `${singular}s`) {
  return `${count} ${count === 1 ? singular : plural}`;
}

/**
 * What a member may be, by the API document.
 *
 * @param {{ enum: readonly (string | null)[] }} member
 * @returns {[value: string, label: string][]}
 */
export function choicesOf({ enum: values }) {
  return values.flatMap((value) => (value === null ? [] : [[value, value]]));
}

/**
 * What somebody has written as JSON.
 *
 * @param {string} text
 * @param {string} what the beginning of the sentence that says that it is none
 * @throws {Refusal}
 */
export function jsonOf(text, what) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal({ status: 0, code: 'invalid_json', detail: `${what} no valid JSON.` });
  }
}

/** @param {readonly string[]} words label and kind */
function badge([label = '', kind = '']) {
  return element('span', { class: `badge ${kind}` }, label);
}

/** @param {string} text */
function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
