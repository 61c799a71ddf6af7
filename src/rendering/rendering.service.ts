import { Injectable } from '@nestjs/common';
import { type Problem, Unprocessable } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import type { RenderReport } from './domain/render-report.js';
import { placed, type TemplateFault } from './domain/template-fault.js';
import type { StagedSource, TemplateSource } from './domain/template-source.js';
import { TextLines } from './domain/text-lines.js';
import type { UsedVariable } from './domain/used-variable.js';
import { costliestPart } from './formats/formats.js';
import type { RenderAnswer } from './workers/render-task.js';
import { RenderPool } from './workers/render-pool.js';

/** What a template is rendered for. A built-in one is ours: nothing but the machine can make it slow. */
export type Occasion = 'test' | 'send' | 'built-in';

const BUILT_IN_TIMEOUT_MS = 30_000;

/** Checks and renders templates, whatever they are: each within a deadline and away from everything else. */
@Injectable()
export class RenderingService {
  private readonly deadlinesMs: Readonly<Record<Occasion, number>>;

  constructor(
    private readonly pool: RenderPool,
    { renderTestTimeoutMs, renderSendTimeoutMs }: Settings,
  ) {
    this.deadlinesMs = {
      test: renderTestTimeoutMs,
      send: renderSendTimeoutMs,
      'built-in': BUILT_IN_TIMEOUT_MS,
    };
  }

  /**
   * Lets a template pass that compiles. `emailKind` is the name of the kind it is for, if that is known.
   * @throws Unprocessable `template_invalid` with everything that is wrong with it, line by line, and beside it what would
   * be warned of
   */
  async check(partnerId: number, source: TemplateSource, emailKind: string | null = null): Promise<void> {
    const task = { kind: 'check', source: staged(source), emailKind } as const;
    const answer = await this.pool.run(partnerId, task, this.deadlinesMs.test);
    const { faults, warnings } =
      answer.kind === 'checked' ? answer.check : { faults: [faultOf(answer, source)], warnings: [] };
    if (faults.length === 0) return;
    throw new Unprocessable(
      'template_invalid',
      'The template does not compile; errors lists what is wrong with it.',
      faults.map((fault) => problem('/data', fault)),
      warnings.map((warning) => problem('/data', warning)),
    );
  }

  /** What a template that compiles takes from its data. @throws Unprocessable when finding out takes too long */
  async variables(partnerId: number, source: TemplateSource): Promise<readonly UsedVariable[]> {
    const task = { kind: 'variables', source: staged(source) } as const;
    const answer = await this.pool.run(partnerId, task, this.deadlinesMs.test);
    if (answer.kind === 'found') return answer.variables;
    throw refusalOf(answer, source);
  }

  /**
   * Renders a template with these values for its author, with all there is to say about it. `emailKind` is the name of
   * the kind it is for, if that is known.
   * @throws Unprocessable as `render` does
   */
  async report(
    partnerId: number,
    source: TemplateSource,
    variables: Readonly<Record<string, unknown>>,
    emailKind: string | null,
  ): Promise<RenderReport> {
    const task = { kind: 'report', source: staged(source), variables, emailKind } as const;
    const answer = await this.pool.run(partnerId, task, this.deadlinesMs.test);
    if (answer.kind === 'reported') return answer.report;
    throw refusalOf(answer, source);
  }

  /**
   * Renders a template with these values of its variables; `occasion` decides how long it may take.
   * @throws Unprocessable `render_limit_exceeded` or, when the template cannot be rendered at all, `template_invalid`
   */
  async render(
    partnerId: number,
    source: TemplateSource,
    variables: Readonly<Record<string, unknown>>,
    occasion: Occasion = 'test',
  ): Promise<{ readonly html: string; readonly text: string }> {
    const task = { kind: 'render', source: staged(source), variables } as const;
    const answer = await this.pool.run(partnerId, task, this.deadlinesMs[occasion]);
    if (answer.kind === 'rendered') return { html: answer.html, text: answer.text };
    throw refusalOf(answer, source);
  }
}

/** What threads are told of a template: a getter would not get through. */
function staged({ type, parser, data, digest }: TemplateSource): StagedSource {
  return { type, parser, data, digest };
}

/** What to tell of a render that gave nothing. */
function refusalOf(answer: RenderAnswer, source: TemplateSource): Unprocessable {
  const problems = [problem('', faultOf(answer, source))];
  if (answer.kind === 'refused' && answer.reason === 'fault') {
    return new Unprocessable('template_invalid', 'The template cannot be rendered with this data.', problems);
  }
  return new Unprocessable(
    'render_limit_exceeded',
    'With this data the template goes beyond what one render may use.',
    problems,
  );
}

/** Why there is no result, and the place in the template to look at. */
function faultOf(answer: RenderAnswer, source: TemplateSource): TemplateFault {
  if (answer.kind === 'refused') return answer.fault;
  if (answer.kind !== 'stopped') {
    const why = answer.kind === 'failed' ? answer.message : answer.kind;
    throw new Error(`A render thread gave no answer: ${why}`);
  }
  const fault =
    answer.reason === 'deadline'
      ? { code: 'deadline_exceeded', message: 'The template takes too long.' }
      : { code: 'memory_exceeded', message: 'The template takes too much memory.' };
  return placed({ ...fault, offset: costliestPart(source) }, new TextLines(source.data));
}

function problem(pointer: string, fault: TemplateFault): Problem {
  return { pointer, ...fault };
}
