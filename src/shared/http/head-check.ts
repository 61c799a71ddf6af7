import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { HttpFault } from './http-fault.js';

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
 * What is wrong with the head of a request before anything reads it: an address whose percent-encoding stands for no
 * UTF-8 text, no `Host` or several (RFC 9112, 3.2), or an `Expect` that nobody here can meet (RFC 9110, 10.1.1).
 */
export function faultOfHead({
  url = '',
  headers,
  rawHeaders,
  httpVersion,
}: IncomingMessage): HttpFault | null {
  if (headers.host === undefined && httpVersion === '1.1') {
    return new HttpFault(400, 'missing_host', 'The request needs the header Host.');
  }
  if (hasSeveralHosts(rawHeaders)) {
    return new HttpFault(400, 'repeated_host', 'The request needs the header Host once.');
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
