import type { Language, Variables } from '../../rendering/domain/email-request.js';

/** The data and options of a trial of a template. */
export interface Trial {
  /** The kind of email whose sample data is bound under the data; null for none. */
  readonly kind: string | null;
  readonly language: Language;
  readonly data: Variables;
}
