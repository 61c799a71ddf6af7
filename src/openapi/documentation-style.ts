/** Styles the API documentation page around Swagger UI. */
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

@media (max-width: 600px) {
  .bar {
    gap: 0 16px;
    padding: 4px 16px;
  }

  /* Below the name and the file, which share a row. */
  .bar nav {
    flex-basis: 100%;
    order: 1;
  }
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

@media (prefers-reduced-motion: reduce) {
  *,
  *::before,
  *::after {
    animation: none !important;
    transition: none !important;
  }
}
`;
