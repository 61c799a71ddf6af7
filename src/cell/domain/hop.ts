import { createHmac, timingSafeEqual } from 'node:crypto';

/** Proves that a process of another cell forwarded the request. Such a request is never forwarded again. */
export const HOP_HEADER = 'livery-hop';
/** The original caller's address and protocol. */
export const CALLER_HEADER = 'livery-caller';

/** The original caller of a forwarded request. */
export interface HopCaller {
  readonly address: string;
  readonly protocol: string;
}

/** The value of HOP_HEADER: derived from INTERNAL_TOKEN without revealing it. */
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

/** Null if the header is not one that `writeCaller` produces. */
export function readCaller(header: string | readonly string[] | undefined): HopCaller | null {
  const [, protocol, address] =
    /^(https?) ([\da-f:.]*)$/i.exec(typeof header === 'string' ? header : '') ?? [];
  return protocol === undefined || address === undefined ? null : { protocol, address };
}
