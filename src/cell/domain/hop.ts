import { createHmac, timingSafeEqual } from 'node:crypto';

/** Proves that a process of another cell has passed a request on. A request with it is never passed on again. */
export const HOP_HEADER = 'livery-hop';
/** The address of the caller, and the protocol by which it came. */
export const CALLER_HEADER = 'livery-caller';

/** Whose request was passed on. */
export interface HopCaller {
  readonly address: string;
  readonly protocol: string;
}

/** The text of a hop's header, which follows from INTERNAL_TOKEN and does not reveal it. */
export function hopProof(internalToken: string): string {
  return createHmac('sha256', internalToken).update('livery hop').digest('base64url');
}

export function isHopProof(given: string | readonly string[] | undefined, proof: string): boolean {
  if (typeof given !== 'string') return false;
  const [one, other] = [Buffer.from(given), Buffer.from(proof)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function writeCaller({ address, protocol }: HopCaller): string {
  return `${protocol} ${address}`;
}

/** Null for a header that no process has written. */
export function readCaller(header: string | readonly string[] | undefined): HopCaller | null {
  const [, protocol, address] =
    /^(https?) ([\da-f:.]*)$/i.exec(typeof header === 'string' ? header : '') ?? [];
  return protocol === undefined || address === undefined ? null : { protocol, address };
}
