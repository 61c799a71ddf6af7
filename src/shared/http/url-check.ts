import type { NextFunction, Request, Response } from 'express';
import { HttpFault } from './http-fault.js';

/** Refuses addresses whose percent-encoding stands for no UTF-8 text, before anything tries to read them. */
export function checkUrl(request: Request, _response: Response, next: NextFunction): void {
  try {
    decodeURIComponent(request.originalUrl);
  } catch (cause) {
    throw new HttpFault(400, 'invalid_url', 'The address cannot be decoded.', { cause });
  }
  next();
}
