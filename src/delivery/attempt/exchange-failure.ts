import { codeOf, EgressFailure } from '../../shared/egress/egress-failure.js';
import { ConnectionGone } from './connection-pool.js';

/** Codes that mean that the HTTP client refused to write the request, which is a bug of ours. */
const OUR_OWN = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/**
 * Classifies the failure of a request over an open connection. A connection that ends before the first byte of an
 * answer counts as a failure to connect; after that, as an answer that is not HTTP.
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
