import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';

const OF_PARTNERS = /^\/(partner|internal)\//;

/**
 * Keeps browsers from guessing the type of an answer, running anything in it, or storing what belongs to a partner.
 * Pages (the documentation, a test render) replace the policy with one of their own.
 */
export function setSecurityHeaders(path: string, response: ServerResponse): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Referrer-Policy', 'no-referrer');
  if (OF_PARTNERS.test(path)) response.setHeader('Cache-Control', 'no-store');
}

/** The same as Express middleware. */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  setSecurityHeaders(request.path, response);
  next();
}
