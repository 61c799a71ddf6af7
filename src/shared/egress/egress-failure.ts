/** At which step a call to the outside failed. */
export type EgressStep = 'dns' | 'connect' | 'tls' | 'timeout' | 'protocol' | 'blocked';

/** System errors that say that this machine has run out of something, and nothing about the other side. */
const LOCAL_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'ENETDOWN']);

/** A call to the outside got no answer. The message is for operators; it holds no credentials. */
export class EgressFailure extends Error {
  constructor(
    readonly step: EgressStep,
    message: string,
    /** True when the other side is not to blame: our resolver is dead, or we have no sockets left. */
    readonly isLocal = false,
  ) {
    super(message);
  }

  /** The failure of a step that a system error stands behind. */
  static of(step: EgressStep, error: unknown): EgressFailure {
    if (error instanceof EgressFailure) return error;
    const code = codeOf(error);
    const message =
      error instanceof Error && error.message !== '' ? error.message : (code ?? 'unknown error');
    return new EgressFailure(step, message, code !== null && LOCAL_CODES.has(code));
  }
}

/** The code of a system error, as ECONNRESET; null when it has none. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
