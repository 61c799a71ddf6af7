/** The page of Swagger UI: every file it loads comes from this service, and no other host learns of the visit. */
export const DOCUMENTATION_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Livery: API documentation</title>
    <link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="documentation"></div>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script type="module" src="/docs/start.js"></script>
  </body>
</html>
`;

/**
 * Starts Swagger UI on the partners' document. Examples of optional parameters are left out, since the page would fill
 * them in and send them. Without a validator address it shows no badge and calls no other host.
 */
export const START_SCRIPT = `const response = await fetch('/openapi.json');
const description = await response.json();
for (const path of Object.values(description.paths)) {
  for (const { parameters } of Object.values(path)) {
    for (const parameter of parameters.filter(({ required }) => !required)) {
      delete parameter.example;
      delete parameter.schema.example;
    }
  }
}
SwaggerUIBundle({
  spec: description,
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'list',
  validatorUrl: null,
});
`;

/** Lets the page run its own files and talk to this service, and nothing else. */
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
