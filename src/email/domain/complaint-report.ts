import type { HeaderFields } from './header-fields.js';

/** A recipient's complaint about an email, as the feedback loop of a mailbox provider reports it. */
export interface Complaint {
  /** The kind of complaint, for example `abuse` for "this is spam". */
  readonly feedbackType: string;
}

/** Types by which recipients ask for no more emails. The others are about viruses, authentication, or emails that are not spam. */
const UNWANTED = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list']);

/** The complaint in the fields of a feedback report (RFC 5965). Null if it asks for nothing. */
export function complaintOf(fields: HeaderFields): Complaint | null {
  const feedbackType = fields.get('feedback-type')?.toLowerCase() ?? '';
  return UNWANTED.has(feedbackType) ? { feedbackType } : null;
}
