import type { Session } from '../session/tabs';
import { send } from './send';

/** Exchanges a portal link for a session. */
export async function exchangeLink(link: string): Promise<Session> {
  const response = await send(
    new Request('/console/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ link }),
    }),
  );
  return (await response.json()) as Session;
}

/** Ends the session of a key in the service. */
export async function revokeSession(key: string): Promise<void> {
  await send(new Request('/partner/session', { method: 'DELETE', headers: under(key) }));
}

/** Any call shows whether the key opens anything. */
export async function tryKey(key: string): Promise<void> {
  await send(new Request('/partner/webhookSubscription?limit=1', { headers: under(key) }));
}

function under(key: string): HeadersInit {
  return { authorization: `Bearer ${key}` };
}
