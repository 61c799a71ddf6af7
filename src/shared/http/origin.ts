import type { Request } from 'express';
import { HttpFault } from './http-fault.js';

/** The origin that the caller used, from `Host` and the protocol. Proxies' further claims are not trusted. */
export function originOf({ protocol, headers: { host = '' } }: Request): string {
  const url = `${protocol}://${host}`;
  if (!URL.canParse(url))
    throw new HttpFault(400, 'invalid_host', 'The Host header of the request is not a host.');
  return new URL(url).origin;
}
