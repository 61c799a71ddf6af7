import type { Problem } from '../../shared/domain/errors.js';
import type { EmailFacts, EmailOutline, Language, Variables } from './email-request.js';
import type { TemplateSource } from './template-source.js';

/** A variable that templates of a kind can use, and the source of its value. */
export interface EmailVariable {
  readonly name: string;
  readonly type: 'string' | 'number' | 'object';
  readonly meaning: string;
  /** True if every email of the kind has it. Templates must also work without the others. */
  readonly required: boolean;
  /** The known members of an object. */
  readonly members?: readonly EmailVariable[];
  /** True for objects of the document service, which may have other members too. */
  readonly mayHaveMore?: boolean;
  /**
   * Checks a value given by a request; pointers are relative to it. If absent, requests cannot give the variable,
   * because the service knows its value.
   */
  readonly given?: (value: unknown) => readonly Problem[];
  /** The value if none is given. If absent, a required variable must be given, and any other is null. */
  readonly otherwise?: (request: EmailOutline, facts: EmailFacts) => unknown;
}

/** An email that the service knows. Each kind has two files in rendering/emails and a line in email-kinds.ts. */
export interface EmailKind {
  /** Its purpose, for partners to read in the documentation. */
  readonly meaning: string;
  /** In the order in which partners see them. */
  readonly variables: readonly EmailVariable[];
  /** Values that a request may give although they are not variables. Variables can fall back on them. */
  readonly givenBesides?: readonly EmailVariable[];
  /**
   * Paths of variables. A template that uses none of them gets a warning, because its recipient cannot follow any link.
   */
  readonly mainLinks: readonly string[];
  /** True if recipients can unsubscribe; then a template without an unsubscribe link gets a warning. */
  readonly canUnsubscribe: boolean;
  /** A sample request in each language, the source of the sample variables that partners see. */
  readonly sample: Readonly<Record<Language, Variables>>;
  /** Used if the partner has assigned no template. */
  readonly defaultTemplate: Readonly<Record<Language, TemplateSource>>;
}

/** The values that requests for emails of this kind may give. */
export function givenBy({ variables, givenBesides = [] }: EmailKind): readonly EmailVariable[] {
  return [...variables, ...givenBesides].filter(({ given }) => given !== undefined);
}
