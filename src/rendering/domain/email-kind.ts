import type { Problem } from '../../shared/domain/errors.js';
import type { EmailFacts, EmailOutline, Language, Variables } from './email-request.js';
import type { TemplateSource } from './template-source.js';

/** A variable that templates of a kind can use, and the source of its value. */
export interface EmailVariable {
  readonly name: string;
  readonly type: 'string' | 'number' | 'object';
  readonly meaning: string;
  /** Whether every email of the kind has it. Templates must also work without the others. */
  readonly required: boolean;
  /** The known members of an object. */
  readonly members?: readonly EmailVariable[];
  /** True for objects of the document service, which may have other members too. */
  readonly mayHaveMore?: boolean;
  /**
   * Checks a value that a request gives; pointers are relative to it. A variable without this cannot be given: the
   * service has its value.
   */
  readonly given?: (value: unknown) => readonly Problem[];
  /** The value if none is given. Without this, a required variable must be given, and any other is null. */
  readonly otherwise?: (request: EmailOutline, facts: EmailFacts) => unknown;
}

/** An email that the service knows. Each kind has two files in rendering/emails and a line in email-kinds.ts. */
export interface EmailKind {
  /** Its purpose, for partners to read in the documentation. */
  readonly meaning: string;
  /** In the order in which partners see them. */
  readonly variables: readonly EmailVariable[];
  /** Values that a request may give although they are not variables; variables can fall back on them. */
  readonly givenBesides?: readonly EmailVariable[];
  /** Paths of variables. A template that uses none of them gets a warning, since it leads its recipient nowhere. */
  readonly mainLinks: readonly string[];
  /** Whether recipients can unsubscribe. If so, a template that does not offer it gets a warning. */
  readonly canUnsubscribe: boolean;
  /** A sample request in each language, from which the sample variables for partners are made. */
  readonly sample: Readonly<Record<Language, Variables>>;
  /** Used where the partner has assigned no template. */
  readonly defaultTemplate: Readonly<Record<Language, TemplateSource>>;
}

/** The values that a request for an email of the kind may give. */
export function givenBy({ variables, givenBesides = [] }: EmailKind): readonly EmailVariable[] {
  return [...variables, ...givenBesides].filter(({ given }) => given !== undefined);
}
