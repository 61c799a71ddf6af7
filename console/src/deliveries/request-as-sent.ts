import { words } from '../i18n/words';
import type { DeliveryDetail } from './delivery-calls';
import { deliveriesTexts } from './words';

/** The headers of every attempt. Those with a secret or a time in them are made anew and not kept. */
export function sentHeaders({ id }: DeliveryDetail): string {
  const anew = `(${words(deliveriesTexts).signedAnew.toLowerCase()})`;
  return [
    'content-type: application/json',
    `webhook-id: ${id}`,
    `webhook-timestamp: ${anew}`,
    `webhook-signature: ${anew}`,
  ].join('\n');
}

/** A command that sends the same body by hand, without signature and credentials. */
export function curlOf({ id, attempts, body }: DeliveryDetail): string {
  const url = attempts.at(-1)?.url ?? 'https://';
  return [
    `curl -i -X POST ${quoted(url)}`,
    `  -H 'content-type: application/json'`,
    `  -H ${quoted(`webhook-id: ${id}`)}`,
    `  -d ${quoted(body)}`,
  ].join(' \\\n');
}

/** For a POSIX shell: nothing within single quotes has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
