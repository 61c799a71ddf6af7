import type { Schema } from '../api/client';
import type { Receiver } from './receiver';
import { ed25519Receivers } from './receivers-ed25519';
import { hmacReceivers } from './receivers-hmac';

/** The receivers for the signing method of a subscription, with its secret or public key once that is known. */
export function receiversFor(
  signing: 'hmac' | 'ed25519',
  known: Schema<'SigningSecret'> | null,
): readonly Receiver[] {
  const isShared = signing === 'hmac';
  const place = isShared ? 'whsec_…' : 'whpk_…';
  const value = (isShared ? known?.secret : known?.publicKey) ?? place;
  return (isShared ? hmacReceivers : ed25519Receivers).map((one) => ({
    ...one,
    code: one.code.replace(place, value),
  }));
}
