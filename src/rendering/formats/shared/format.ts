import type { MarkupRules } from '../../staged/markup-rules.js';
import type { StagedProgram } from '../../staged/staged-template.js';
import type { ExpandableText, ExpandedTemplate, Snippet } from '../../domain/snippet.js';
import type { RenderLimits } from '../../domain/render-limits.js';
import type { StagedSource } from '../../domain/template-source.js';
import type { SourceFault } from '../../domain/template-fault.js';
import type { VariableUse } from '../../domain/used-variable.js';
import type { VariablePath } from '../../domain/variable-path.js';

/** A value of a template's `type`: how its text is marked up. One file in formats/ and a line in formats.ts. */
export interface TemplateType {
  /** For the documentation. */
  readonly meaning: string;
  /** Style sheets are inlined unless the template turns it off (`inlineStyles`). */
  readonly inlinesStyles?: true;
  /** Loads the compiler. Only render threads call it, so that the service itself stays small. */
  load(limits: RenderLimits): Promise<MarkupCompiler>;
}

/** A template type only has to `compile`; the rest is optional. */
export interface MarkupCompiler {
  /** Faults that keep a template from compiling, whatever its variables; none by default. */
  check?(template: CheckedTemplate): Promise<readonly SourceFault[]>;
  /** Faults that compile, though not as the author means; none by default. */
  warnings?(template: FlattenedTemplate): Promise<readonly SourceFault[]>;
  /** Faults of one render that its author should know of; none by default. */
  renderWarnings?(rendered: RenderedMarkup, source: StagedSource): readonly SourceFault[];
  /** The places of this template whose values are sent unchanged; by default none, so that each email is compiled anew. */
  rules?(source: StagedSource): MarkupRules;
  /**
   * Compiles the markup that `source` gave with its variables to HTML.
   * @throws RenderRefusal
   */
  compile(markup: string, source: StagedSource): Promise<string>;
}

/** A template as its type checks it. */
export interface CheckedTemplate {
  /** As its author wrote it. */
  readonly data: string;
  /**
   * What the template can become. Each variant has the length of the template, so that offsets hold: printed values are
   * `FILLER`, and everything that is not part of the variant is blank. None if the template has to be repaired first.
   */
  readonly branchVariants: () => readonly string[];
  /** The offsets of values that are printed unescaped, and so may contain markup. */
  readonly rawValues: readonly number[];
}

/** A template as its type checks it for warnings. */
export interface FlattenedTemplate extends CheckedTemplate {
  /** See `VariableBinder.flatten`. */
  readonly flattened: string;
}

/** One render of a template. */
export interface RenderedMarkup {
  /** The markup that the template gave with its variables. */
  readonly markup: string;
  /** The compiled markup. */
  readonly html: string;
}

/** A value of a template's `parser`: what binds its variables. One file in formats/ and a line in formats.ts. */
export interface TemplateParser {
  /** For the documentation. */
  readonly meaning: string;
  /** The offset of the part that most likely makes a render long. Found without parsing. */
  costliest(data: string): number;
  /** The offset of the first expression of this parser; null if there is none. Found without parsing. */
  firstExpression(data: string): number | null;
  /** How templates include snippets; absent where they cannot. */
  readonly snippets?: SnippetSyntax;
  /** Loads the binder. Only render threads call it. */
  load(limits: RenderLimits): Promise<VariableBinder>;
}

/** Includes snippets in templates when these are saved. Both take time linear in what they are given and what comes out. */
export interface SnippetSyntax {
  /** Whether a text includes anything. */
  isUsedIn(data: string): boolean;
  /** The names of the snippets that a text includes itself. */
  namesIn(data: string): readonly string[];
  /** `snippets`: all that the text needs, by name; `names`: all there are. */
  expand(
    text: ExpandableText,
    library: { readonly snippets: ReadonlyMap<string, Snippet>; readonly names: readonly string[] },
  ): ExpandedTemplate;
}

/** Binds variables. For a parser that only prints them, use `printingParser`. */
export interface VariableBinder {
  /** Faults that keep the template from being bound, whatever its variables; none by default. */
  check?(data: string): readonly SourceFault[];
  /**
   * See `CheckedTemplate`. Expressions that cannot be bound are left out; there is no variant if the rest would say
   * nothing. By default, the result of `flatten` is the only one.
   */
  branchVariants?(data: string): readonly string[];
  /**
   * The template with the text of all branches, at the same length: printed values are FILLER, and expressions that only
   * decide are blank.
   */
  flatten(data: string): string;
  /** Blocks that end a tag in one branch and not in another, so that the text after them is read in two ways. */
  splitTags?(data: string, branchVariants: readonly string[]): readonly SourceFault[];
  /** Every reference to a variable, in the order of the text, as far as the template can be read. */
  variables(data: string): readonly VariableReference[];
  /**
   * Compiles the template to a program whose output keeps its structure apart from the values. `takesElements`: a slot
   * may contain elements.
   * @throws RenderRefusal when the template has faults
   */
  stage(data: string, rules: MarkupRules, takesElements: boolean): StagedProgram;
  /**
   * Makes a text that is not markup ready to be bound: values are printed without escaping. Only the parser of header
   * lines has to do this.
   * @throws RenderRefusal when the text has faults
   */
  prepareText?(data: string): BoundText;
}

/** Binds variables in a prepared text. @throws RenderRefusal */
export type BoundText = (variables: Readonly<Record<string, unknown>>) => string;

/** One place where a template uses one of its variables. */
export interface VariableReference {
  readonly path: VariablePath;
  readonly as: VariableUse;
  readonly offset: number;
  /** The conditions around it, the outermost first. */
  readonly guards: readonly VariableGuard[];
}

/** A condition around a part of a template: a variable has a value, or equals a text. */
export interface VariableGuard {
  readonly path: VariablePath;
  /** Null if any value will do. */
  readonly equals: string | null;
  readonly isNegated: boolean;
}

/** Replaces each character of an expression whose value is not known yet. From the private use area, so no template contains it. */
export const FILLER = '\uE0FE';
