import type { NextFunction, Request, Response } from 'express';

/**
 * What browsers must never do with an answer: guess its type, run anything in it, or keep what belongs to a partner.
 * Pages (the documentation, a test render) replace the policy with one of their own.
 */
export function securityHeaders(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('Referrer-Policy', 'no-referrer');
  if (/^\/(partner|internal)\//.test(request.path)) response.setHeader('Cache-Control', 'no-store');
  next();
}
