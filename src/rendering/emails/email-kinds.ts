import { clientPdf } from './client-pdf.js';
import { document } from './document.js';
import type { EmailKind, Language, Variables } from '../domain/email-kind.js';

/** Every kind of email. To add one, add its file and a line. */
export const emailKinds: Readonly<Record<string, EmailKind>> = { document, clientPdf };

export const emailKindNames: readonly string[] = Object.keys(emailKinds);

/** An email of this kind as it could be sent this year; null when there is no such kind. */
export function sampleVariables(kind: string, language: Language, year: number): Variables | null {
  const sample = Object.hasOwn(emailKinds, kind) ? emailKinds[kind]?.sample[language] : undefined;
  return sample === undefined ? null : { ...sample, year };
}
