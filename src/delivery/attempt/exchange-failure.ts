import { codeOf, EgressFailure } from '../../shared/egress/egress-failure.js';
import { ConnectionGone } from './connection-pool.js';

/** Codes that mean that the HTTP client refused to write the request, which is a bug of ours. */
const OUR_OWN = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

interface Progress {
  /** True once the first byte of an answer has arrived. */
  readonly isAnswering: boolean;
  /** See Connection. */
  readonly isCertificateUnproven: boolean;
}

/**
 * Classifies the failure of a request over an open connection. A connection that ends before the first byte of an
 * answer counts as a failure to connect, or of TLS if its server may have refused our certificate; after that, as an
 * answer that is not HTTP.
 */
export function failureOf(error: Error, { isAnswering, isCertificateUnproven }: Progress): EgressFailure {
  if (error instanceof EgressFailure) return error;
  const code = codeOf(error) ?? '';
  if (OUR_OWN.has(code)) return new EgressFailure('protocol', error.message, true);
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') || code === 'EPROTO')
    return EgressFailure.of('tls', error);
  // An assertion in the client's code. Its message is of no use to a partner.
  if (code === 'ERR_ASSERTION') return new EgressFailure('protocol', 'the answer is not HTTP');
  const isLost = error instanceof ConnectionGone || code.startsWith('E') || code === 'UND_ERR_SOCKET';
  if (isLost && isAnswering)
    return new EgressFailure('protocol', `the connection ended in the head of the answer (${error.message})`);
  if (!isLost) return new EgressFailure('protocol', error.message);
  const closed = 'the connection was closed before an answer came';
  return isCertificateUnproven
    ? new EgressFailure('tls', `${closed}: the server does not seem to accept the client certificate`)
    : new EgressFailure('connect', closed);
}
