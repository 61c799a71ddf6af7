/**
 * Of the pages beside the console: files of our own, no scripts in the page, and no markup made of strings by scripts.
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
  /** Markup, in which everything that comes from elsewhere is escaped. */
  readonly body: string;
  /** Names of files below `/console`. */
  readonly scripts?: readonly string[];
}

/** A page in the design of the console, whose build makes the files that it names. */
export function pageShell({ title, language = 'en', body, scripts = [] }: PageParts): string {
  const files = scripts.map((name) => `<script type="module" src="/console/${name}"></script>`).join('');
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex"><title>${escaped(title)}</title>
<link rel="icon" type="image/svg+xml" href="/console/icon.svg"><script src="/console/pages.js"></script>
<link rel="stylesheet" href="/console/pages.css">${files}</head><body>${body}</body></html>`;
}

/** A text as part of markup. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
