import { isIPv6 } from 'node:net';

/** The step at which an outgoing call failed. */
export type EgressStep = 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'blocked';

/** System errors that mean that this machine has run out of a resource. They say nothing about the other side. */
const LOCAL_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN']);

/** A server's alerts about the certificate of its client (RFC 8446, 6.2), in OpenSSL's words. */
const REQUIRES_CERTIFICATE = /alert certificate required/;
const REFUSES_CERTIFICATE =
  /alert (?:(?:bad|unsupported) certificate|certificate (?:revoked|expired|unknown)|unknown ca|access denied)/;

/** An outgoing call got no answer. The message is for operators and contains no credentials. */
export class EgressFailure extends Error {
  constructor(
    readonly step: EgressStep,
    message: string,
    /** True if the fault is ours: our resolver is dead, or we have no sockets left. */
    readonly isLocal = false,
  ) {
    super(message);
  }

  /** Creates a failure from a system error. */
  static of(step: EgressStep, error: unknown): EgressFailure {
    if (error instanceof EgressFailure) return error;
    return new EgressFailure(step, sentenceOf(error), isLocal(error));
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return codeOf(error) ?? 'unknown error';
  // OpenSSL's message has addresses and lines of its source around the reason.
  if ('reason' in error && 'library' in error && error.library === 'SSL routines') {
    const reason = String(error.reason);
    if (REQUIRES_CERTIFICATE.test(reason)) return `the server requires a client certificate (${reason})`;
    if (REFUSES_CERTIFICATE.test(reason)) return `the server refuses the client certificate (${reason})`;
    return reason;
  }
  return error.message === '' ? (codeOf(error) ?? 'unknown error') : error.message;
}

/** True for a local error. If several addresses were tried, all must have failed with one. */
function isLocal(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isLocal);
  const code = codeOf(error) ?? '';
  // A machine without IPv6 has no source address for IPv6, which does not change by waiting.
  return LOCAL_CODES.has(code) && !(code === 'EADDRNOTAVAIL' && isOfIpv6(error));
}

function isOfIpv6(error: unknown): boolean {
  return error instanceof Error && 'address' in error && isIPv6(String(error.address));
}

/** The code of a system error, such as ECONNRESET, or null. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
