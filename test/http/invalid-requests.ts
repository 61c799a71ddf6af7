import { INTERNAL_TOKEN } from '../support/app.js';

/** The start of a request with an event. */
export const HEAD = 'POST /internal/event? HTTP/1.1\r\nHost: x\r\n';
/** The start of a request without a body. */
export const GET = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';
/** Header fields of a request with an event. */
export const TOKEN = `Authorization: Bearer ${INTERNAL_TOKEN}\r\nContent-Type: application/json\r\n`;

interface Refusal {
  readonly bytes: string | Buffer;
  readonly status: number;
  readonly code: string;
  /** Present if it could be read. */
  readonly path?: string;
}

const invalid = (bytes: string | Buffer): Refusal => ({ bytes, status: 400, code: 'invalid_http' });

/** Requests that Node would answer by itself, or not at all. */
export const invalidRequests: Readonly<Record<string, Refusal>> = {
  'no HTTP': invalid('HELO mail.example\r\n\r\n'),
  TLS: invalid(Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3, 13, 10, 13, 10])),
  'HTTP/2': invalid('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'an unknown version': invalid('GET / HTTP/3.0\r\nHost: x\r\n\r\n'),
  'a method in small letters': invalid('get / HTTP/1.1\r\nHost: x\r\n\r\n'),
  'an address with a space': invalid('GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'),
  'a header without a colon': invalid(`${GET}nonsense\r\n\r\n`),
  'a control character in a header': invalid(`${GET}X: a\0b\r\n\r\n`),
  'two lengths': invalid(`${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  'a length and chunks': invalid(`${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  'a length that is no number': invalid(`${HEAD}Content-Length: -2\r\n\r\n{}`),
  'oversized headers': {
    bytes: `${GET}X: ${'x'.repeat(20_000_000)}\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  'an oversized address': {
    bytes: `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    status: 431,
    code: 'headers_too_large',
  },
  ...Object.fromEntries(
    ['', 'a b', 'a@b', 'a/b', 'a,b/', 'x:port', 'x:65536', '[::1', '[1.2.3.4]', '::1', 'x%2', 'å'].map(
      (host) => [
        `the Host "${host}"`,
        {
          bytes: `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
          status: 400,
          code: 'invalid_host',
          path: '/health/live',
        },
      ],
    ),
  ),
  'no Host': {
    bytes: 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n',
    status: 400,
    code: 'missing_host',
    path: '/health/live',
  },
  'no Host where events are reported': {
    bytes: `POST /internal/event HTTP/1.1\r\nConnection: close\r\n${TOKEN}\r\n`,
    status: 400,
    code: 'missing_host',
    path: '/internal/event',
  },
  'several Hosts': {
    bytes: `${GET}Connection: close\r\nhost: elsewhere\r\n\r\n`,
    status: 400,
    code: 'repeated_host',
    path: '/health/live',
  },
  'several Hosts where events are reported': {
    bytes: `POST /internal/event HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n${TOKEN}\r\n`,
    status: 400,
    code: 'repeated_host',
    path: '/internal/event',
  },
  'more header fields than are read': {
    bytes: `${GET}Connection: close\r\n${'a: b\r\n'.repeat(1_999)}\r\n`,
    status: 431,
    code: 'headers_too_large',
    path: '/health/live',
  },
  'a transfer coding besides chunked': {
    bytes: `${HEAD}Connection: close\r\n${TOKEN}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    status: 501,
    code: 'unsupported_transfer_encoding',
    path: '/internal/event',
  },
  'a transfer coding besides chunked where events are reported': {
    bytes: `POST /internal/event HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${TOKEN}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    status: 501,
    code: 'unsupported_transfer_encoding',
    path: '/internal/event',
  },
  'an unknown expectation': {
    bytes: `${GET}Connection: close\r\nExpect: the-best\r\n\r\n`,
    status: 417,
    code: 'expectation_failed',
    path: '/health/live',
  },
  'an address without a host': {
    bytes: 'GET http:// HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    status: 404,
    code: 'not_found',
  },
  'a tunnel': { bytes: 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', status: 404, code: 'not_found' },
};
