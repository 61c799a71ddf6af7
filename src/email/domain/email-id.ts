/** A UUID of version 7. */
export const EMAIL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True for a UUID of version 7 in lower case, which is what ids of emails are. */
export function isEmailId(text: string): boolean {
  return EMAIL_ID.test(text);
}
