/** Which of the two API documents a page shows. */
export type DocumentedSide = 'partner' | 'internal';

const TITLES = { partner: 'API documentation', internal: 'Service routes' } as const;

/**
 * A page of Swagger UI. It loads all files from this service, so that no other host learns of the visit. The service
 * routes are shown to readers who enter their token.
 */
export function documentationPage(side: DocumentedSide): string {
  const link = (of: DocumentedSide, address: string) =>
    `<a href="${address}"${of === side ? ' aria-current="page"' : ''}>${TITLES[of]}</a>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Livery: ${TITLES[side]}</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <link rel="stylesheet" href="/docs/docs.css">
    <script src="/docs/theme.js"></script>
  </head>
  <body>
    <header class="bar">
      <a class="brand" href="/">Livery</a>
      <nav aria-label="Pages">
        ${link('partner', '/docs')}
        ${link('internal', '/docs/internal')}
        <a href="/console">Console</a>
      </nav>
      ${side === 'partner' ? '<a class="file" href="/openapi.json">OpenAPI document</a>' : ''}
    </header>
    <main>
      <h1 class="unseen">${TITLES[side]}</h1>
      ${side === 'internal' ? TOKEN_FORM : ''}
      <div id="documentation"></div>
    </main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script type="module" src="/docs/${side === 'partner' ? 'start' : 'internal-start'}.js"></script>
  </body>
</html>
`;
}

const TOKEN_FORM = `<form id="token-form">
        <p>The routes for the document service and operators. Their document needs the value of INTERNAL_TOKEN, which stays in this page.</p>
        <label for="token">Token</label>
        <input id="token" type="password" autocomplete="off" required>
        <button>Show the routes</button>
        <p id="said" role="status"></p>
      </form>`;

/**
 * Shows a document in Swagger UI. Examples of optional parameters are left out, since the page would fill them in and
 * send them. Without a validator address it shows no badge and calls no other host. Adds accessible names that Swagger
 * UI lacks. Links in guides fold nothing, and those within the page keep its tab.
 */
const SHOW = `function show(description) {
  for (const path of Object.values(description.paths)) {
    for (const { parameters = [] } of Object.values(path)) {
      for (const parameter of parameters.filter(({ required }) => !required)) {
        delete parameter.example;
        delete parameter.schema.example;
      }
    }
  }
  const place = document.querySelector('#documentation');
  const named = () => {
    place.querySelector('.operation-filter-input')?.setAttribute('aria-label', 'Filter by tag');
    for (const list of place.querySelectorAll('select:not([aria-label])')) {
      list.setAttribute('aria-label', 'Choice');
    }
    // The summary is a button, which holds no link: a press on it changes the address all the same.
    for (const link of place.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
    // A new tab would ask for the token again.
    for (const link of place.querySelectorAll('a[href^="#"][target]')) link.removeAttribute('target');
    for (const scroller of place.querySelectorAll('.highlight-code > pre, .microlight')) scroller.tabIndex = 0;
  };
  new MutationObserver(named).observe(place, { childList: true, subtree: true });
  const followOnly = (event) => event.target.closest('.renderedMarkdown a') && event.stopPropagation();
  // A click on a guide folds its tag, which a click on a link in it must not do.
  place.addEventListener('click', followOnly, true);
  return SwaggerUIBundle({
    spec: description,
    dom_id: '#documentation',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    filter: true,
    validatorUrl: null,
  });
}
`;

/** Starts Swagger UI on the partners' document. */
export const START_SCRIPT = `${SHOW}
const response = await fetch('/openapi.json');
show(await response.json());
`;

/** Starts Swagger UI on the document of the service routes, with the token that its reader enters. */
export const INTERNAL_START_SCRIPT = `${SHOW}
const form = document.querySelector('#token-form');
const said = document.querySelector('#said');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const token = document.querySelector('#token').value;
  const headers = { authorization: 'Bearer ' + token };
  const response = await fetch('/internal/openapi.json', { headers, credentials: 'omit' });
  if (!response.ok) {
    said.textContent = response.status === 401 ? 'This is not the token.' : 'The service answered ' + response.status + '.';
    return;
  }
  form.hidden = true;
  const ui = show(await response.json());
  ui.preauthorizeApiKey('internalToken', token);
});
`;

/** Sets the theme that the reader has chosen in the console, or else the system's. */
export const THEME_SCRIPT = `const darkness = matchMedia('(prefers-color-scheme: dark)');
function chosen() {
  try {
    return JSON.parse(localStorage.getItem('livery-console-preferences') ?? '{}').theme ?? 'system';
  } catch {
    return 'system';
  }
}
function apply() {
  const isDark = chosen() === 'system' ? darkness.matches : chosen() === 'dark';
  document.documentElement.classList.toggle('dark-mode', isDark);
}
darkness.addEventListener('change', apply);
addEventListener('storage', apply);
apply();
`;

/** Allows the page to run its own files and call this service, and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // Swagger UI sets styles on its elements, and its icons are data addresses.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The files of swagger-ui-dist that the page loads. */
export const PAGE_FILES: ReadonlySet<string> = new Set([
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'favicon-32x32.png',
]);
