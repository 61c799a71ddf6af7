import { isIPv6 } from 'node:net';

/** At which step a call to the outside failed. */
export type EgressStep = 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'blocked';

/** System errors that say that this machine has run out of something, and nothing about the other side. */
const LOCAL_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN']);

/** A call to the outside got no answer. The message is for operators and contains no credentials. */
export class EgressFailure extends Error {
  constructor(
    readonly step: EgressStep,
    message: string,
    /** True when the other side is not to blame: our resolver is dead, or we have no sockets left. */
    readonly isLocal = false,
  ) {
    super(message);
  }

  /** The failure of a step, from a system error. */
  static of(step: EgressStep, error: unknown): EgressFailure {
    if (error instanceof EgressFailure) return error;
    const code = codeOf(error);
    const message =
      error instanceof Error && error.message !== '' ? error.message : (code ?? 'unknown error');
    return new EgressFailure(step, message, isLocal(error));
  }
}

/** True for an error of this machine. Of several addresses that were tried, all must have failed of it. */
function isLocal(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isLocal);
  const code = codeOf(error) ?? '';
  // A machine without IPv6 has no address to call an IPv6 one from, which waiting does not change.
  return LOCAL_CODES.has(code) && !(code === 'EADDRNOTAVAIL' && isOfIpv6(error));
}

function isOfIpv6(error: unknown): boolean {
  return error instanceof Error && 'address' in error && isIPv6(String(error.address));
}

/** The code of a system error, as ECONNRESET; null when it has none. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
