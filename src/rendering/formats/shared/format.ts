import type { MarkupRules } from '../../staged/markup-rules.js';
import type { StagedProgram } from '../../staged/staged-template.js';
import type { ExpandableText, ExpandedTemplate, Snippet } from '../../domain/snippet.js';
import type { RenderLimits } from '../../domain/render-limits.js';
import type { StagedSource } from '../../domain/template-source.js';
import type { SourceFault } from '../../domain/template-fault.js';
import type { VariableUse } from '../../domain/used-variable.js';
import type { VariablePath } from '../../domain/variable-path.js';

/** A template type, such as `html`. To add one, create a file in formats/ and add a line to formats.ts. */
export interface TemplateType {
  /** For the documentation. */
  readonly meaning: string;
  /** True if style sheets are inlined unless the template turns it off (`inlineStyles`). */
  readonly inlinesStyles?: true;
  /** Loads the compiler. Called only in render threads, so that the service itself stays small. */
  load(limits: RenderLimits): Promise<MarkupCompiler>;
}

/** Compiles a template type. Only `compile` is required. */
export interface MarkupCompiler {
  /** Faults that prevent a template from compiling, whatever its variables; none by default. */
  check?(template: CheckedTemplate): Promise<readonly SourceFault[]>;
  /** Faults that compile, but probably not as intended; none by default. */
  warnings?(template: FlattenedTemplate): Promise<readonly SourceFault[]>;
  /** Faults of one render that the author should know; none by default. */
  renderWarnings?(rendered: RenderedMarkup, source: StagedSource): readonly SourceFault[];
  /** Where this template's values are sent unchanged. By default nowhere, so that each email is compiled separately. */
  rules?(source: StagedSource): MarkupRules;
  /**
   * Compiles the markup that results from binding the variables of `source` to HTML.
   * @throws RenderRefusal
   */
  compile(markup: string, source: StagedSource): Promise<string>;
}

/** What a template type gets to check a template. */
export interface CheckedTemplate {
  /** As written by the author. */
  readonly data: string;
  /**
   * The texts that the template can become. Each variant has the length of the template, so that offsets stay valid:
   * printed values are `FILLER`, and everything that is not part of the variant is blank. Empty if the template has to
   * be fixed first.
   */
  readonly branchVariants: () => readonly string[];
  /** The offsets of values that are printed unescaped and so may contain markup. */
  readonly rawValues: readonly number[];
}

/** What a template type gets to find warnings. */
export interface FlattenedTemplate extends CheckedTemplate {
  /** See `VariableBinder.flatten`. */
  readonly flattened: string;
}

/** One render of a template. */
export interface RenderedMarkup {
  /** The markup with variables bound. */
  readonly markup: string;
  /** The compiled markup. */
  readonly html: string;
}

/** A template parser, such as `hbs`. To add one, create a file in formats/ and add a line to formats.ts. */
export interface TemplateParser {
  /** For the documentation. */
  readonly meaning: string;
  /** The offset of the part that probably makes a render slow. Must not parse. */
  costliest(data: string): number;
  /** The offset of the parser's first expression, or null. Must not parse. */
  firstExpression(data: string): number | null;
  /** How templates include snippets; absent if they cannot. */
  readonly snippets?: SnippetSyntax;
  /** Loads the binder. Called only in render threads. */
  load(limits: RenderLimits): Promise<VariableBinder>;
}

/** Expands snippets when templates are saved. All methods must take time linear in input and output. */
export interface SnippetSyntax {
  /** True if a text may include snippets. */
  isUsedIn(data: string): boolean;
  /** The names of the snippets that a text includes directly. */
  namesIn(data: string): readonly string[];
  /** @param library `snippets`: all snippets that the text needs, by name; `names`: the names of all that exist */
  expand(
    text: ExpandableText,
    library: { readonly snippets: ReadonlyMap<string, Snippet>; readonly names: readonly string[] },
  ): ExpandedTemplate;
}

/** Binds variables. For a parser that only prints variables, use `printingParser`. */
export interface VariableBinder {
  /** Faults that prevent binding, whatever the variables; none by default. */
  check?(data: string): readonly SourceFault[];
  /**
   * See `CheckedTemplate`. Omits expressions that cannot be bound; empty if the rest would be meaningless. By default,
   * the result of `flatten` is the only variant.
   */
  branchVariants?(data: string): readonly string[];
  /**
   * The template with the text of all branches, at the same length: printed values are FILLER, other expressions blank.
   */
  flatten(data: string): string;
  /** Blocks that end a tag in one branch but not in another, so that the text after them can be read in two ways. */
  splitTags?(data: string, branchVariants: readonly string[]): readonly SourceFault[];
  /** Expressions that can be bound, but probably not as intended. Default: none. */
  warnings?(data: string): readonly SourceFault[];
  /** All references to variables in the order of the text, as far as the template can be parsed. */
  variables(data: string): readonly VariableReference[];
  /**
   * Compiles the template to a program whose output separates structure and values.
   * @param takesElements true if a slot may contain elements
   * @throws RenderRefusal if the template has faults
   */
  stage(data: string, rules: MarkupRules, takesElements: boolean): StagedProgram;
  /** Makes a program of the `form` of one that `stage` made of the same template; null if it is not one. */
  restore?(form: unknown, data: string): StagedProgram | null;
  /**
   * Prepares a text that is not markup, in which values are printed unescaped. Required only of the parser of header
   * lines.
   * @throws RenderRefusal if the text has faults
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
  /** The enclosing conditions, the outermost first. */
  readonly guards: readonly VariableGuard[];
}

/** A condition of a part of a template: a variable has a value, or equals a text. */
export interface VariableGuard {
  readonly path: VariablePath;
  /** Null for any value. */
  readonly equals: string | null;
  readonly isNegated: boolean;
}

/**
 * Replaces each character of an expression whose value is unknown. A private-use character that no template contains.
 */
export const FILLER = '\uE0FE';
