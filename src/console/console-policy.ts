import type { Brand } from '../shared/domain/brand.js';

/**
 * Allows the console to run its own files, call this service and show its preview page and the logo, and nothing else.
 * Browsers with trusted types refuse to turn any string into markup, so that partners' data is always shown as text.
 * `frameOrigins` are the origins of pages that may show the console in a frame.
 */
export function consolePolicy(frameOrigins: readonly string[], { logo }: Brand): string {
  const logoOrigin = logo !== null && 'address' in logo ? ` ${new URL(logo.address).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self'${logoOrigin}`,
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameOrigins.length === 0 ? "'none'" : frameOrigins.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/**
 * The policy of the page that shows a test render. The frame of the render inherits it: inline styles and images are
 * allowed, scripts are not. All surrounding pages count as ancestors, including those around the console.
 */
export function previewPolicy(frameOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src https: data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${["'self'", ...frameOrigins].join(' ')}`,
  ].join('; ');
}

/** The policy of a logo opened directly: an SVG must not run or load anything. */
export const LOGO_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
