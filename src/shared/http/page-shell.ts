/**
 * The policy of pages beside the console: only our own files, no inline scripts, and no markup created from strings.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

interface PageParts {
  readonly title: string;
  readonly language?: string;
  /** Markup. The caller must have escaped everything from elsewhere. */
  readonly body: string;
  /** Names of files below `/console`. */
  readonly scripts?: readonly string[];
}

/** A page in the console's design, whose build produces the referenced files. */
export function pageShell({ title, language = 'en', body, scripts = [] }: PageParts): string {
  const files = scripts.map((name) => `<script type="module" src="/console/${name}"></script>`).join('');
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><title>${escaped(title)}</title>
<link rel="icon" type="image/svg+xml" href="/console/icon.svg"><script src="/console/pages.js"></script>
<link rel="stylesheet" href="/console/pages.css">${files}</head><body>${body}</body></html>`;
}

/** Escapes text for markup. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
