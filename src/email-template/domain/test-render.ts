import type { Language, Variables } from '../../rendering/domain/email-request.js';

/** The data and options of a test render of a template. */
export interface TestRender {
  /** The email kind whose sample data fills in what `data` lacks; null for none. */
  readonly kind: string | null;
  readonly language: Language;
  readonly data: Variables;
}
