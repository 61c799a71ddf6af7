import { words } from '../i18n/words';
import type { DeliveryDetail } from './delivery-calls';
import { deliveriesTexts } from './words';

const TEST_HEADER = 'livery-test: true';

/** The headers of every attempt. Those with a secret or a time differ for each attempt, and are not kept. */
export function sentHeaders(delivery: DeliveryDetail): string {
  const anew = `(${words(deliveriesTexts).signedAnew.toLowerCase()})`;
  const { id } = delivery;
  return [
    'content-type: application/json',
    `webhook-id: ${id}`,
    `webhook-timestamp: ${anew}`,
    `webhook-signature: ${anew}`,
    ...(isTest(delivery) ? [TEST_HEADER] : []),
  ].join('\n');
}

/** A command that sends the same body by hand, without signature and credentials. */
export function curlOf(delivery: DeliveryDetail): string {
  const { id, attempts, body } = delivery;
  const url = attempts.at(-1)?.url ?? 'https://';
  return [
    `curl -i -X POST ${quoted(url)}`,
    `  -H 'content-type: application/json'`,
    `  -H ${quoted(`webhook-id: ${id}`)}`,
    ...(isTest(delivery) ? [`  -H ${quoted(TEST_HEADER)}`] : []),
    `  -d ${quoted(body)}`,
  ].join(' \\\n');
}

function isTest({ attempts }: DeliveryDetail): boolean {
  return attempts[0]?.trigger === 'test';
}

/** Quotes a text for a POSIX shell, which interprets nothing within single quotes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
