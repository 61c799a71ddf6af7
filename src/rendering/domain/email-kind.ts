import type { Problem } from '../../shared/domain/errors.js';
import type { EmailFacts, EmailOutline, Language, Variables } from './email-request.js';
import type { TemplateSource } from './template-source.js';

/** A variable that templates of a kind can use, and how an email comes by its value. */
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
  /**
   * What is wrong with a value that a request gives, pointers relative to it. Without this no request may give one: the
   * service knows the variable itself.
   */
  readonly given?: (value: unknown) => readonly Problem[];
  /** What it holds where nothing is given. Without this it must be given if it is required, and is null if it is not. */
  readonly otherwise?: (request: EmailOutline, facts: EmailFacts) => unknown;
}

/** An email that the service sends to recipients. Two files in rendering/emails and a line in email-kinds.ts there. */
export interface EmailKind {
  /** When it is sent, as partners read it in the documentation. */
  readonly meaning: string;
  /** In the order of SPEC's table. */
  readonly variables: readonly EmailVariable[];
  /** What a request may give although it is no variable of the kind; variables may fall back on it. */
  readonly givenBesides?: readonly EmailVariable[];
  /** Paths of variables; an email that shows none of them leads its recipient nowhere. */
  readonly mainLinks: readonly string[];
  /** Whether its recipients can unsubscribe, so that a template has to offer it. */
  readonly canUnsubscribe: boolean;
  /** What a request could give, in each language: the samples that partners see follow from it. */
  readonly sample: Readonly<Record<Language, Variables>>;
  /** The built-in template, for emails that no template of a partner stands in for. */
  readonly look: Readonly<Record<Language, TemplateSource>>;
}

/** What a request for an email of the kind may give. */
export function givenBy({ variables, givenBesides = [] }: EmailKind): readonly EmailVariable[] {
  return [...variables, ...givenBesides].filter(({ given }) => given !== undefined);
}
