/** The languages emails are written in (ISO 639). */
export const languages = ['sv', 'en'] as const;

export type Language = (typeof languages)[number];

/** The values of an email's variables by name. */
export type Variables = Readonly<Record<string, unknown>>;

/** An email that the document service requests with an event. */
export interface EmailRequest {
  /** The name of an email kind. */
  readonly kind: string;
  /** The recipient's address. */
  readonly to: string;
  readonly language: Language;
  /** The values given by the request. */
  readonly given: Variables;
  readonly attachments: readonly EmailAttachment[];
}

/** An attachment of an email. */
export interface EmailAttachment {
  readonly filename: string;
  /** A media type without parameters, for example `application/pdf`. */
  readonly contentType: string;
  /** The bytes in canonical base64. */
  readonly content: string;
}

/** The parts of a request that an email's variables depend on: without the content of attachments. */
export interface EmailOutline extends Omit<EmailRequest, 'attachments'> {
  readonly attachments: readonly Omit<EmailAttachment, 'content'>[];
}

/** The parts of an event that an email's variables depend on. */
export interface EmailFacts {
  /** The complete JSON object of the document. */
  readonly document: Variables;
  /** The sender company, from the event. */
  readonly company: Variables | null;
  readonly brand: string | null;
  readonly companyId: number;
  readonly now: Date;
}
