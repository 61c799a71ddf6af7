import type { IncomingMessage, Server } from 'node:http';
import { isIPv6 } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { HttpFault } from './http-fault.js';

/** The most header fields a request may have. */
const MAX_HEADERS = 2_000;
/** A host name or IPv4 address (group 1), or an IPv6 address in brackets (group 2), and a port (RFC 3986, 3.2.2). */
const HOST = /^(?:((?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})+)|\[([\dA-Fa-f:.]+)\])(?::(\d{0,5}))?$/;
const MAX_PORT = 65_535;

const ABSOLUTE = /^https?:\/\/[^/?#]+(.*)$/i;

/**
 * The path and query that a request asks for, however it names them (RFC 9112, 3.2); `*` where it names none, which
 * Express would answer with a page of its own.
 */
export function originForm(target = ''): string {
  if (target.startsWith('/')) return target;
  const rest = ABSOLUTE.exec(target)?.[1];
  if (rest === undefined) return '*';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Lets Node hand over one field more than a request may have, so that `faultOfHead` can refuse it. Node itself drops
 * what exceeds its own limit without a word, and with it perhaps the credential or the length of the body.
 */
export function countHeaders(server: Server): void {
  server.maxHeadersCount = MAX_HEADERS + 1;
}

/**
 * The problem of a request's head, before anything reads it: too many fields, an address whose
 * percent-encoding is not UTF-8, no `Host`, several or an invalid one (RFC 9112, 3.2), a transfer coding other than
 * `chunked` (RFC 9112, 6.1), or an `Expect` that cannot be met (RFC 9110, 10.1.1).
 */
export function faultOfHead({
  url = '',
  headers,
  rawHeaders,
  httpVersion,
}: IncomingMessage): HttpFault | null {
  // Names and values take turns.
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    const detail = `A request may have at most ${MAX_HEADERS} header fields.`;
    return new HttpFault(431, 'headers_too_large', detail);
  }
  if (headers.host === undefined && httpVersion === '1.1') {
    return new HttpFault(400, 'missing_host', 'The request needs the header Host.');
  }
  if (hasSeveralHosts(rawHeaders)) {
    return new HttpFault(400, 'repeated_host', 'The request needs the header Host once.');
  }
  if (headers.host !== undefined && !isHost(headers.host)) {
    return new HttpFault(
      400,
      'invalid_host',
      'The header Host must be a host name or address and, if any, a port.',
    );
  }
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return new HttpFault(
      501,
      'unsupported_transfer_encoding',
      'The only transfer coding supported is chunked.',
    );
  }
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) {
    return new HttpFault(417, 'expectation_failed', 'Nothing but Expect: 100-continue is understood.');
  }
  try {
    decodeURIComponent(url);
    return null;
  } catch (cause) {
    return new HttpFault(400, 'invalid_url', 'The address cannot be decoded.', { cause });
  }
}

function isHost(value: string): boolean {
  const [whole, , address, port = ''] = HOST.exec(value) ?? [];
  if (whole === undefined || Number(port) > MAX_PORT) return false;
  return address === undefined || isIPv6(address);
}

/** Of several, Node takes the first and some proxies the last. Names and values take turns. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/** Refuses such requests. Express middleware. */
export function checkHead(request: Request, _response: Response, next: NextFunction): void {
  const fault = faultOfHead(request);
  if (fault !== null) throw fault;
  next();
}
