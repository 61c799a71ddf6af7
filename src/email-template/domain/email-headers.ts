import { problem, type Problem } from '../../shared/domain/errors.js';
import { emailAddressProblems } from '../../rendering/domain/email-address.js';
import { lineProblems } from '../../rendering/domain/given-values.js';

/** The most characters of a header's template. The rendered header has at most 255. */
export const MAX_HEADER_TEMPLATE = 1_000;

/** The headers that an assignment sets. Null keeps the header that the email has without the assignment. */
export interface EmailHeaders {
  /** Handlebars, rendered as plain text. */
  readonly subject: string | null;
  /** The display name of the sender. Handlebars, rendered as plain text. */
  readonly fromName: string | null;
  /** The address that replies go to. */
  readonly replyTo: string | null;
}

/** The headers of an email for which the partner has set none. */
export const NO_HEADERS: EmailHeaders = { subject: null, fromName: null, replyTo: null };

/** The headers that are templates. */
export const headerTemplateNames = ['subject', 'fromName'] as const;
export type HeaderTemplateName = (typeof headerTemplateNames)[number];

/** The problems of a header's template, which is one line of 1 to 1,000 characters without control characters. */
export function headerTemplateProblems(value: unknown): readonly Problem[] {
  return lineProblems(value, MAX_HEADER_TEMPLATE);
}

const NOT_ASCII = /\P{ASCII}/u;

/** The problems of a reply address. */
export function replyAddressProblems(value: unknown): readonly Problem[] {
  const problems = emailAddressProblems(value);
  if (problems.length > 0 || typeof value !== 'string') return problems;
  if (value.includes('{{')) {
    return [problem('invalid_address', 'Must be an address: handlebars is for subject and fromName.')];
  }
  // The headers of an email to an ASCII address are ASCII; only the domain has an ASCII form.
  return NOT_ASCII.test(value.slice(0, value.lastIndexOf('@')))
    ? [problem('invalid_address', 'Must be ASCII before the @.')]
    : [];
}
