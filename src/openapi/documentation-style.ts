/** What is around Swagger UI, and colours of its own that have too little contrast. */
export const DOCUMENTATION_STYLE = `:root {
  color-scheme: light;
  --canvas: #fafbfb;
  --text: #101817;
  --muted: #526060;
  --line: #bcc6c4;
  --accent: #0f766e;
  --surface: #ffffff;
}

:root.dark-mode {
  color-scheme: dark;
  --canvas: #0e1312;
  --text: #e8eeec;
  --muted: #a3b0ae;
  --line: #43514f;
  --accent: #35cdb9;
  --surface: #141a19;
}

body {
  margin: 0;
  background: var(--canvas);
  color: var(--text);
  font: 14px/1.45 system-ui, sans-serif;
}

.bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 20px;
  min-height: 48px;
  padding: 0 24px;
  border-bottom: 1px solid var(--line);
  font-size: 13px;
}

.bar a {
  padding: 8px 0;
  color: var(--muted);
  text-decoration: none;
}

.bar a:hover {
  text-decoration: underline;
}

.bar .brand,
.bar a[aria-current] {
  color: var(--text);
  font-weight: 600;
}

.bar nav {
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
}

.bar .file {
  margin-left: auto;
}

:focus-visible {
  outline: 2px solid var(--accent) !important;
  outline-offset: 2px;
}

.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
}

#token-form {
  display: grid;
  gap: 8px;
  max-width: 440px;
  padding: 24px;
  margin: 32px auto;
}

#token-form[hidden] {
  display: none;
}

#token-form input,
#token-form button {
  min-height: 36px;
  padding: 4px 12px;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--surface);
  color: var(--text);
  font: inherit;
}

#token-form button {
  width: fit-content;
  border-color: var(--accent);
  font-weight: 600;
  cursor: pointer;
}

.swagger-ui .opblock.opblock-get .opblock-summary-method {
  background: #1d5fb8;
}

.swagger-ui .opblock.opblock-post .opblock-summary-method {
  background: #17703f;
}

.swagger-ui .opblock.opblock-put .opblock-summary-method {
  background: #8a4b08;
}

.swagger-ui .opblock.opblock-patch .opblock-summary-method {
  background: #0f6e68;
}

.swagger-ui .opblock.opblock-delete .opblock-summary-method {
  background: #b3261e;
}

.swagger-ui .opblock .opblock-summary-method {
  color: #ffffff;
  text-shadow: none;
}

.swagger-ui .info .title small {
  background: #526060;
}

.swagger-ui .info .title small.version-stamp {
  background: #3f6212;
}

.swagger-ui .info a,
.swagger-ui .markdown a,
.swagger-ui .renderedMarkdown a,
.swagger-ui a.link,
.swagger-ui .info .link {
  color: var(--accent);
}

.swagger-ui .btn.authorize {
  border-color: var(--accent);
  color: var(--accent);
}

.swagger-ui .btn.authorize span {
  color: var(--accent);
}

.swagger-ui .btn.authorize svg {
  fill: var(--accent);
}

.swagger-ui .btn.cancel {
  border-color: #b3261e;
  color: #b3261e;
}

.dark-mode .swagger-ui .btn.cancel {
  border-color: #ff9a92;
  color: #ff9a92;
}

.swagger-ui .parameter__in,
.swagger-ui .parameter__extension,
.swagger-ui .prop-format,
.swagger-ui .prop-type,
.swagger-ui table.headers td,
.swagger-ui .headers .header-col,
.swagger-ui .response-control-media-type__accept-message,
.swagger-ui .parameter__name.required::after,
.swagger-ui .json-schema-2020-12__attribute {
  color: var(--muted);
}

.swagger-ui .parameter__name.required span {
  color: #b3261e;
}

.dark-mode .swagger-ui .parameter__name.required span {
  color: #ff9a92;
}

/* The colours of numbers and of true and false in examples are set on the elements. */
.swagger-ui .microlight span[style*='211, 99, 99'] {
  color: #ffb0b0 !important;
}

.swagger-ui .filter .operation-filter-input {
  border: 1px solid var(--line);
  border-radius: 6px;
  margin: 12px 0;
  background: var(--surface);
  color: var(--text);
  font-size: 13px;
}

.swagger-ui .opblock-tag {
  flex-wrap: wrap;
  color: var(--text);
}

/* The guide of a tag has the width of the page, below its name. */
.swagger-ui .opblock-tag small {
  flex: 1 0 100%;
  order: 3;
  box-sizing: border-box;
  max-width: 88ch;
  padding: 4px 0 12px;
  color: var(--text);
}

.swagger-ui .opblock-tag .markdown p,
.swagger-ui .opblock-tag .renderedMarkdown p,
.swagger-ui .opblock-tag .renderedMarkdown li {
  margin: 4px 0;
  font-size: 13px;
  line-height: 1.5;
}

.swagger-ui .opblock-tag .renderedMarkdown code {
  overflow-wrap: anywhere;
  white-space: normal;
}

.swagger-ui .opblock-tag .expand-operation {
  margin-left: auto;
}

.swagger-ui .examples-select__section-label {
  color: var(--text);
}

@media (max-width: 700px) {
  .swagger-ui .response-col_links {
    display: none;
  }

  .swagger-ui .opblock-body {
    overflow-x: auto;
  }
}

@media (prefers-reduced-motion: reduce) {
  *,
  *::before,
  *::after {
    animation: none !important;
    transition: none !important;
  }
}

.swagger-ui .opblock .opblock-summary {
  padding: 3px 5px;
}

.swagger-ui .opblock {
  margin: 0 0 6px;
  box-shadow: none;
}

.swagger-ui .info {
  margin: 24px 0;
}

.swagger-ui .scheme-container {
  box-shadow: none;
}
`;
