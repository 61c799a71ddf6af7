import type { IncomingMessage, Server } from 'node:http';
import { isIPv6 } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import { HttpFault } from './http-fault.js';

/** The most header fields of a request. */
const MAX_HEADERS = 2_000;
/** A host name or IPv4 address (group 1), or an IPv6 address in brackets (group 2), and a port (RFC 3986, 3.2.2). */
const HOST = /^(?:((?:[\w.~!$&'()*+,;=-]|%[\dA-Fa-f]{2})+)|\[([\dA-Fa-f:.]+)\])(?::(\d{0,5}))?$/;
const MAX_PORT = 65_535;

const ABSOLUTE = /^https?:\/\/[^/?#]+(.*)$/i;

/**
 * The path and query of a request target in any form (RFC 9112, 3.2). `*` if there is none, which Express would answer
 * with its own page.
 */
export function originForm(target = ''): string {
  if (target.startsWith('/')) return target;
  const rest = ABSOLUTE.exec(target)?.[1];
  if (rest === undefined) return '*';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Makes Node accept one field more than a request may have, so that `faultOfHead` can refuse the request. Node silently
 * drops fields beyond its limit, perhaps including the credential or the length of the body.
 */
export function countHeaders(server: Server): void {
  server.maxHeadersCount = MAX_HEADERS + 1;
}

/**
 * The fault of a request's head, checked before anything uses it: too many fields, an address whose percent-encoding is
 * not UTF-8, no `Host`, several or an invalid one (RFC 9112, 3.2), a transfer coding other than `chunked` (RFC 9112,
 * 6.1), or an unsupported `Expect` (RFC 9110, 10.1.1).
 */
export function faultOfHead({
  url = '',
  headers,
  rawHeaders,
  httpVersion,
}: IncomingMessage): HttpFault | null {
  // The array alternates names and values.
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
    return new HttpFault(417, 'expectation_failed', 'The only supported expectation is 100-continue.');
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

/**
 * Checks the raw array of alternating names and values. Of several `Host` headers, Node uses the first, some proxies
 * the last.
 */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;
}

/** Express middleware that refuses requests with a faulty head. */
export function checkHead(request: Request, _response: Response, next: NextFunction): void {
  const fault = faultOfHead(request);
  if (fault !== null) throw fault;
  next();
}
