import { codeOf, EgressFailure } from '../../shared/egress/egress-failure.js';
import { ConnectionGone } from './connection-pool.js';

/** The client refuses to write such a request: a fault in our own code. */
const OUR_OWN = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/**
 * What a request failed of that went out over an open connection. A connection that ends before the first byte of an
 * answer counts as one that could not be had; afterwards, it is an answer that is not HTTP.
 */
export function failureOf(error: Error, isAnswering: boolean): EgressFailure {
  if (error instanceof EgressFailure) return error;
  const code = codeOf(error) ?? '';
  if (OUR_OWN.has(code)) return new EgressFailure('protocol', error.message, true);
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO')
    return EgressFailure.of('tls', error);
  const isLost = error instanceof ConnectionGone || code.startsWith('E') || code === 'UND_ERR_SOCKET';
  if (!isLost || isAnswering) return new EgressFailure('protocol', error.message);
  return new EgressFailure('connect', 'the connection was closed before an answer came');
}
