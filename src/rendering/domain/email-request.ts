/** The languages emails are written in (ISO 639). */
export const languages = ['sv', 'en'] as const;

export type Language = (typeof languages)[number];

/** The values of an email's variables by their names. */
export type Variables = Readonly<Record<string, unknown>>;

/** An email that the document service asks for together with an event. */
export interface EmailRequest {
  /** The name of an email kind. */
  readonly kind: string;
  /** The address of the recipient. */
  readonly to: string;
  readonly language: Language;
  /** Variables of the kind, as they were given. */
  readonly given: Variables;
  readonly attachments: readonly EmailAttachment[];
}

/** A file that goes with an email. */
export interface EmailAttachment {
  readonly filename: string;
  /** A media type without parameters, as `application/pdf`. */
  readonly contentType: string;
  /** The bytes in canonical base64. */
  readonly content: string;
}

/** A request as an email's variables follow from it: of attachments only which there are. */
export interface EmailOutline extends Omit<EmailRequest, 'attachments'> {
  readonly attachments: readonly Omit<EmailAttachment, 'content'>[];
}

/** Facts about an email that come with its event, not with its request. */
export interface EmailFacts {
  /** The complete JSON object of the document. */
  readonly document: Variables;
  /** The sender company, as in the event. */
  readonly company: Variables | null;
  readonly brand: string | null;
  readonly companyId: number;
  readonly now: Date;
}
