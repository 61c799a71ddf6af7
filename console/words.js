/** @import { Assignment, Attempt, Delivery, EmailTemplate, Subscription } from './types.d.ts' */
import { element } from './dom.js';

const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const LEFT = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

const UNITS = /** @type {const} */ ([
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]);

/** @type {Readonly<Record<string, string>>} */
const FAILURES = {
  dns: 'the name could not be resolved',
  connect: 'no connection',
  tls: 'no secure connection: certificate or TLS refused',
  timeout: 'no answer in time',
  protocol: 'the answer was not HTTP',
  status: 'not a valid status',
  blocked: 'the address is not allowed',
  auth: 'the credentials could not be obtained',
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
  suppressed: ['Suppressed', ''],
  bounced: ['Bounced', 'bad'],
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

/** @param {string} status of a delivery or an email */
export function statusText(status) {
  return Object.entries(STATUSES).find(([one]) => one === status)?.[1][0] ?? status;
}

/**
 * A point in time, in the time zone of whoever reads it.
 *
 * @param {string} iso
 */
export function time(iso) {
  return element('time', { datetime: iso, title: iso }, DAY_AND_TIME.format(new Date(iso)));
}

/**
 * When the next attempt comes; nothing where none does.
 *
 * @param {Pick<Delivery, 'status' | 'nextAttemptAt'>} delivery or an email, which fares alike
 */
export function nextAttempt({ status, nextAttemptAt }) {
  if (status !== 'pending') return null;
  if (nextAttemptAt === null) return 'is being made';
  return element('span', {}, time(nextAttemptAt), `, ${timeLeft(nextAttemptAt)}`);
}

/**
 * How long it is until then, roughly: `in 3 hours`.
 *
 * @param {string} iso
 */
function timeLeft(iso) {
  const seconds = Math.max(0, (Date.parse(iso) - Date.now()) / 1000);
  const [unit, length] = UNITS.find(([, shortest]) => seconds >= shortest) ?? ['second', 1];
  return LEFT.format(Math.round(seconds / length), unit);
}

/** @param {Pick<Delivery, 'status'>} delivery or an email */
export function statusBadge({ status }) {
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

/** @param {Pick<EmailTemplate, 'id' | 'name'>} template */
export function templateName({ id, name }) {
  return name === null || name === '' ? `Template ${id}` : name;
}

/**
 * Which emails an assignment is about.
 *
 * @param {Pick<Assignment, 'kind' | 'language' | 'companyId'>} assignment
 */
export function targetText({ kind, language, companyId }) {
  const words = [
    kind,
    language !== null && `in ${languageText(language)}`,
    companyId !== null && `of company ${companyId}`,
  ];
  return words.filter(Boolean).join(' ');
}

/**
 * @param {number} count
 * @param {string} singular
 * @param {string} [plural]
 */
export function counted(count, singular, plural = `${singular}s`) {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** @param {readonly string[]} words label and kind */
function badge([label = '', kind = '']) {
  return element('span', { class: `badge ${kind}` }, label);
}

/** @param {string} text */
function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
