import { Json } from '../support/app.js';

/** A request for a document email; override what matters to the test. */
export function emailTo(to: string, members: Readonly<Record<string, unknown>> = {}): Json {
  return {
    kind: 'document',
    to,
    language: 'en',
    link: { href: 'https://view.example/document/1' },
    ...members,
  };
}
