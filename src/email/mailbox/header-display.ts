import type { Email as Mail } from 'postal-mime';

export const NO_SUBJECT = '(no subject)';

/** Addresses with their names, as mail programs show them. */
export function displayAddresses(addresses: Mail['to']): string {
  return (addresses ?? [])
    .map(({ name, address = '' }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ');
}
