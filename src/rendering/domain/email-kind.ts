/** The languages emails are written in (SPEC; ISO 639). */
export const languages = ['sv', 'en'] as const;

export type Language = (typeof languages)[number];

/** The values of an email's variables by their names. */
export type Variables = Readonly<Record<string, unknown>>;

/** A variable that templates of a kind can use. */
export interface EmailVariable {
  readonly name: string;
  readonly type: 'string' | 'number' | 'object';
  readonly meaning: string;
  /** Whether every email of the kind has it. A template must do without the others. */
  readonly required: boolean;
  /** The members of an object that are known here. */
  readonly members?: readonly EmailVariable[];
  /** True for objects of the document service: they may have members that are not known here. */
  readonly mayHaveMore?: boolean;
}

/** An email that the service sends to recipients. One file in rendering/emails and a line in email-kinds.ts there. */
export interface EmailKind {
  /** When it is sent, as partners read it in the documentation. */
  readonly meaning: string;
  /** In the order of SPEC's table. */
  readonly variables: readonly EmailVariable[];
  /** Paths of variables; an email that shows none of them leads its recipient nowhere. */
  readonly mainLinks: readonly string[];
  /** Whether its recipients can unsubscribe, so that a template has to offer it. */
  readonly canUnsubscribe: boolean;
  /** An email as it could be, in each language; without the variable `year`, which is that of the day. */
  readonly sample: Readonly<Record<Language, Variables>>;
}
