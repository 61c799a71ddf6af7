import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';

const OF_PARTNERS = /^\/(partner|internal)\//;

/**
 * Prevents browsers from guessing the type of an answer, running scripts in it, or storing partners' data. Pages (the
 * documentation, a test render) replace the policy with their own.
 */
export function setSecurityHeaders(path: string, response: ServerResponse): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Referrer-Policy', 'no-referrer');
  if (OF_PARTNERS.test(path)) response.setHeader('Cache-Control', 'no-store');
}

/** `setSecurityHeaders` as Express middleware. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  setSecurityHeaders(request.path, response);
  next();
}
