import type { Brand } from '../shared/domain/brand.js';

/**
 * Lets the console run its own files, talk to this service and show its own preview page, and nothing else but the logo.
 * Browsers that know trusted types refuse to make markup of a string at all: whatever a partner's data holds is only
 * ever text. `frameOrigins` are those of pages that may show it in a frame.
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
 * For the page that a test render is shown in. The render's frame inherits it: styles as emails have them, images, and
 * no script at all. All pages around it count as ancestors, so also those around the console.
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

/** Of a logo that somebody opens by itself: an SVG runs nothing and loads nothing. */
export const LOGO_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
