import type { MarkupRules } from '../../staged/markup-rules.js';
import type { StagedProgram } from '../../staged/staged-template.js';
import type { RenderLimits } from '../../domain/render-limits.js';
import type { StagedSource } from '../../domain/template-source.js';
import type { SourceFault } from '../../domain/template-fault.js';
import type { VariableUse } from '../../domain/used-variable.js';
import type { VariablePath } from '../../domain/variable-path.js';

/** A value of a template's `type`: how its text is marked up. One file beside this one and a line in formats.ts. */
export interface TemplateType {
  /** For the documentation. */
  readonly meaning: string;
  /** Styles are put into elements, unless a template says otherwise. */
  readonly inlinesStyles?: true;
  /** Loads what compiling needs; called in render threads only, so that the service itself stays small. */
  load(limits: RenderLimits): Promise<MarkupCompiler>;
}

/** All that a template type has to do is `compile`. */
export interface MarkupCompiler {
  /** What keeps a template from compiling, whatever its variables; nothing by default. */
  check?(template: CheckedTemplate): Promise<readonly SourceFault[]>;
  /** What compiles, but not as its author means; nothing by default. */
  warnings?(template: ShownTemplate): Promise<readonly SourceFault[]>;
  /** Where in this template a value is sent as it is; by default nowhere, so each email is compiled anew. */
  rules?(source: StagedSource): MarkupRules;
  /**
   * Makes the HTML of what `source` became.
   * @throws RenderRefusal
   */
  compile(markup: string, source: StagedSource): Promise<string>;
}

/** A template as its type checks it. */
export interface CheckedTemplate {
  /** As its author wrote it. */
  readonly data: string;
  /**
   * Each is something the template can become, exactly as long as the template, so that offsets hold; variables are
   * written as `FILLER`, and what is not part of the outline is blank. None where the template has to be mended first.
   */
  readonly outlines: () => readonly string[];
  /** Where values are printed as they are, so that they may bring markup of their own. */
  readonly rawValues: readonly number[];
}

/** A template as its type looks for warnings. */
export interface ShownTemplate extends CheckedTemplate {
  /** See `VariableBinder.shown`. */
  readonly shown: string;
}

/** A value of a template's `parser`: what binds its variables. One file beside this one and a line in formats.ts. */
export interface TemplateParser {
  /** For the documentation. */
  readonly meaning: string;
  /** The offset of what most likely makes a render long, found without parsing. */
  costliest(data: string): number;
  /** The offset of the first thing that this parser would bind; null when there is none. Found without parsing. */
  firstExpression(data: string): number | null;
  /** Loads what binding needs; called in render threads only. */
  load(limits: RenderLimits): Promise<VariableBinder>;
}

/** A parser without blocks or other syntax of its own is made by `printingParser`. */
export interface VariableBinder {
  /** What keeps the template from being bound, whatever its variables; nothing by default. */
  check?(data: string): readonly SourceFault[];
  /**
   * See `CheckedTemplate`. Without what cannot be bound in it; none where what is left would say nothing. By default there
   * is one: what is shown.
   */
  outlines?(data: string): readonly string[];
  /**
   * The template with everything that any of its branches shows, exactly as long: FILLER stands for what is printed, and
   * what only decides is blank.
   */
  shown(data: string): string;
  /** Blocks that end a tag in one branch and not in another, so that what follows is read in two ways. */
  splitTags?(data: string, outlines: readonly string[]): readonly SourceFault[];
  /** Every reference of a template to its variables, as far as it can be read, in the order of its text. */
  variables(data: string): readonly VariableReference[];
  /**
   * Makes the template ready to be run with data, so that its output tells its structure from the values in it.
   * `takesElements`: a slot may hold elements.
   * @throws RenderRefusal when the template has faults
   */
  stage(data: string, rules: MarkupRules, takesElements: boolean): StagedProgram;
}

/** One place where a template uses one of its variables. */
export interface VariableReference {
  readonly path: VariablePath;
  readonly as: VariableUse;
  readonly offset: number;
  /** The conditions under which it is reached, the outermost first. */
  readonly guards: readonly VariableGuard[];
}

/** A condition around a part of a template: a variable has a value, or is equal to a text. */
export interface VariableGuard {
  readonly path: VariablePath;
  /** Null where any value does. */
  readonly equals: string | null;
  readonly isNegated: boolean;
}

/** Stands for each character of an expression whose value is not known yet; nobody writes it (private use area). */
export const FILLER = '\uE0FE';
