/** @import { EmailAttempt } from './types.d.ts' */

/** @type {Readonly<Record<string, string>>} */
const FAILURES = {
  dns: 'The name of the mail server could not be resolved',
  connect: 'The connection to the mail server broke off, or there was none',
  tls: 'No secure connection to the mail server',
  timeout: 'The mail server did not answer in time',
  protocol: 'The answer of the mail server could not be understood',
  status: 'refused by the mail server',
};

/**
 * What came of an attempt to hand an email over.
 *
 * @param {Pick<EmailAttempt, 'status' | 'error'>} attempt
 */
export function emailOutcomeText({ status, error }) {
  if (error === null) return status === null ? 'handed over' : `${status}, handed over`;
  const failure = FAILURES[error] ?? error;
  return status === null ? failure : `${status}, ${failure}`;
}
