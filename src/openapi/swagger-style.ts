/** Overrides styles of Swagger UI: colours with too little contrast, and wide elements on narrow screens. */
export const SWAGGER_STYLE = `.swagger-ui .opblock.opblock-get .opblock-summary-method {
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
  padding: 4px 0 12px;
  color: var(--text);
}

.swagger-ui .opblock-tag small > * {
  max-width: 88ch;
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
