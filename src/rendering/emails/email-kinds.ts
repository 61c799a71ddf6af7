import type { EmailKind } from '../domain/email-kind.js';
import type { EmailRequest, Language, Variables } from '../domain/email-request.js';
import { boundVariables } from './bound-variables.js';
import { clientPdf } from './client-pdf.js';
import { document } from './document.js';
import { samplePeople } from './sample-people.js';

/** Every kind of email. To add one, add its files and a line. */
export const emailKinds: Readonly<Record<string, EmailKind>> = { document, clientPdf };

export const emailKindNames: readonly string[] = Object.keys(emailKinds);

/** The kind with this name, or null. */
export function emailKindOf(name: string): EmailKind | null {
  return Object.hasOwn(emailKinds, name) ? (emailKinds[name] ?? null) : null;
}

/** The variables of a sample email of this kind and year; null if there is no such kind. */
export function sampleVariables(kind: string, language: Language, year: number): Variables | null {
  const declared = emailKindOf(kind);
  if (declared === null) return null;
  const { client, company, document } = samplePeople(language);
  const given = declared.sample[language];
  const request: EmailRequest = { kind, to: client.email, language, given, attachments: [] };
  const now = new Date(Date.UTC(year, 0));
  return boundVariables(declared, request, { document, company, brand: null, companyId: company.id, now });
}
