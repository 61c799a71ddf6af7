const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True for a text that can name an email: a UUID of version 7, as this service writes it. */
export function isEmailId(text: string): boolean {
  return ID.test(text);
}
