import { escaped } from './page-shell.js';

/**
 * The content security policy of a small page: no scripts, no content from other hosts, and forms to this service only.
 */
export const SMALL_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The colours of the emails that link to these pages; each text has a contrast of at least 4.5. */
const STYLE = `
  :root { color-scheme: light dark; --page: #f1f5f4; --card: #fff; --line: #dfe7e5; --ink: #24312f; --faint: #52615e; --main: #0f5c56; --on-main: #fff; }
  @media (prefers-color-scheme: dark) { :root { --page: #111716; --card: #1b2423; --line: #2c3936; --ink: #eaf1ef; --faint: #a3b3af; --main: #7fd1c4; --on-main: #0b2422; } }
  body { margin: 0; padding: 12vh 1rem 2rem; background: var(--page); color: var(--ink); font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
  main { max-width: 29rem; margin: 0 auto; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
  @media (max-width: 480px) { body { padding-top: 1rem; } main { padding: 1.5rem; } }
  h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; } p { margin: 0 0 1rem; } h1, p { overflow-wrap: anywhere; }
  main > :last-child { margin-bottom: 0; } small { color: var(--faint); font-size: .875rem; }
  .logo { display: block; max-width: 140px; max-height: 80px; margin-bottom: 1.25rem; border-radius: 4px; background: #fff; }
  form { margin: 1.5rem 0; }
  button { font: inherit; font-weight: bold; padding: .8rem 1.75rem; border: 0; border-radius: 8px; background: var(--main); color: var(--on-main); cursor: pointer; }
  button:focus-visible { outline: 3px solid var(--main); outline-offset: 3px; }`;

/** A page for a link in an email. `body` and `above` are markup, in which the caller has escaped all texts. */
export function smallPage(language: string, title: string, body: string, above = ''): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>${above}<h1>${escaped(title)}</h1>${body}</main></body></html>`;
}
