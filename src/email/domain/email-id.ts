import { TIME_ORDERED_ID } from '../../shared/domain/time-ordered-id.js';

export const EMAIL_ID = TIME_ORDERED_ID;

/** True for a UUID of version 7 in lower case, the form of all email ids. */
export function isEmailId(text: string): boolean {
  return EMAIL_ID.test(text);
}
