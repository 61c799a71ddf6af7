import type { RenderLimits } from '../../domain/render-limits.js';
import { RenderRefusal, type SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import type { MarkupRules } from '../../staged/markup-rules.js';
import type { StagedProgram } from '../../staged/staged-template.js';
import type { BoundText, VariableBinder, VariableReference } from '../shared/format.js';
import { branchVariantsOf } from './branch-variants.js';
import { loopValueWarnings } from './loop-values.js';
import { parseTemplate } from './parse.js';
import { readTemplate } from './reading.js';
import { flattenBranches } from './flatten-branches.js';
import { runSteps, runText } from './run-steps.js';
import { splitTags } from './split-tags.js';
import { formOf, stagedFrom } from './staged-form.js';
import { type StagedSteps, stage } from './staging.js';
import { variablesUsed } from './variables-used.js';
import { StepWriter } from './write-steps.js';

/** Binds variables with Handlebars, within limits and without features that could harm the service. */
export class HandlebarsBinder implements VariableBinder {
  private lastRead: { readonly data: string; readonly program: hbs.AST.Program } | null = null;

  constructor(private readonly limits: RenderLimits) {}

  check(data: string): readonly SourceFault[] {
    return readTemplate(data, this.limits).faults;
  }

  branchVariants(data: string): readonly string[] {
    const { program, text } = readTemplate(data, this.limits);
    return program === null ? [] : branchVariantsOf(text, program, new TextLines(text));
  }

  flatten(data: string): string {
    // An unreadable expression would swallow the text after it, so flatten what can be read.
    return flattenBranches(readTemplate(data, this.limits).text);
  }

  splitTags(data: string, variants: readonly string[]): readonly SourceFault[] {
    return splitTags(data, variants);
  }

  warnings(data: string): readonly SourceFault[] {
    const { program } = readTemplate(data, this.limits);
    return program === null ? [] : loopValueWarnings(program, new TextLines(data));
  }

  variables(data: string): readonly VariableReference[] {
    const { program } = readTemplate(data, this.limits);
    return program === null ? [] : variablesUsed(program, new TextLines(data));
  }

  stage(data: string, rules: MarkupRules, takesElements: boolean): StagedProgram {
    const staged = stage(this.programOf(data), rules, takesElements);
    return { ...this.runnable(staged, data), form: () => formOf(staged) };
  }

  restore(form: unknown, data: string): StagedProgram | null {
    const staged = stagedFrom(form);
    return staged === null ? null : this.runnable(staged, data);
  }

  private runnable({ program, pieces, hasElements }: StagedSteps, data: string): StagedProgram {
    const maxBytes = this.limits.outputBytes;
    return {
      pieces,
      hasElements,
      run: (variables, collector) => runSteps(program, variables, { collector, data, maxBytes }),
    };
  }

  prepareText(data: string): BoundText {
    const writer = new StepWriter();
    const { body } = this.programOf(data);
    // The text is not markup.
    const steps = writer.stepsOf(writer.statements(body, [], false));
    return (variables) => runText(steps, variables, { data, maxBytes: this.limits.outputBytes });
  }

  /** Caches the last program, because a template is staged twice in a row: for its HTML and for its text. */
  private programOf(data: string): hbs.AST.Program {
    if (this.lastRead?.data === data) return this.lastRead.program;
    // A template that was saved under other limits must meet the current ones.
    const { faults, program } = readTemplate(data, this.limits);
    const [fault] = faults;
    if (fault !== undefined) throw new RenderRefusal('fault', fault);
    this.lastRead = { data, program: program ?? parseTemplate(data) };
    return this.lastRead.program;
  }
}
