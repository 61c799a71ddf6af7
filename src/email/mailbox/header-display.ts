import type { Email as Mail } from 'postal-mime';

export const NO_SUBJECT = '(no subject)';

/** Formats addresses like mail programs do, with their names. */
export function displayAddresses(addresses: Mail['to']): string {
  return (addresses ?? [])
    .map(({ name, address = '' }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ');
}
