import type { Session } from '../session/tabs';
import type { components } from './generated/schema';
import { isUnauthorized } from './refusal';
import { send } from './send';

/** The partner and the scopes of a credential. */
type Credential = components['schemas']['Credential'];

/** Exchanges a portal link for a session. */
export async function exchangeLink(link: string): Promise<Session> {
  const response = await send(
    new Request('/console/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link }),
    }),
  );
  const { key, partnerName } = (await response.json()) as Session;
  return { key, partnerName };
}

/**
 * Ends a session in the service, but not a pasted key, which the partner may still need. False if the key remains valid
 * until it expires.
 */
export async function revoke({ key, partnerName }: Session): Promise<boolean> {
  if (partnerName === null) return true;
  const request = new Request('/partner/session', { method: 'DELETE', headers: under(key) });
  return send(request).then(() => true, isUnauthorized);
}

/**
 * Reads the partner and the scopes of a key.
 * @throws Refusal 401 if the key is not valid
 */
export async function factsOf(key: string): Promise<Credential> {
  const response = await send(new Request('/partner/session', { headers: under(key) }));
  return (await response.json()) as Credential;
}

function under(key: string): HeadersInit {
  return { authorization: `Bearer ${key}` };
}
