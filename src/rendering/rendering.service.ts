import { Injectable } from '@nestjs/common';
import { InvalidInput, Unprocessable } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import type { RenderReport } from './domain/render-report.js';
import { TemplateHistory } from './domain/template-history.js';
import type { TemplateSource } from './domain/template-source.js';
import type { UsedVariable } from './domain/used-variable.js';
import { templateTypes } from './formats/formats.js';
import { faultOf, problemAt, refusalOf, resting, staged } from './render-answers.js';
import type { RenderAnswer, RenderTask } from './workers/render-task.js';
import { RenderPools } from './workers/render-pools.js';

/** Built-in templates are ours and take milliseconds, so their limit only catches a fault of our own. */
const BUILT_IN_CPU_MS = 30_000;

type Values = Readonly<Record<string, unknown>>;

interface Rendered {
  readonly html: string;
  readonly text: string;
}

/**
 * Checks and renders templates, each within a bound on CPU time, in threads of their own: API calls in some, emails
 * that are being sent in others. A template is to blame only for the CPU time and memory that it used itself.
 * Every method throws TooManyAtOnce when too much of the partner's waits, and Unavailable when too much waits in all.
 */
@Injectable()
export class RenderingService {
  /** Of templates that are sent. */
  private readonly history = new TemplateHistory();

  constructor(
    private readonly pools: RenderPools,
    private readonly settings: Settings,
  ) {}

  /**
   * Lets a template pass that compiles. `emailKind` is the name of the kind it is for, if that is known.
   * @throws Unprocessable `template_invalid` with everything that is wrong with it, line by line, and beside it what would
   * be warned of; InvalidInput when it asks for what its type does not do
   */
  async check(partnerId: number, source: TemplateSource, emailKind: string | null = null): Promise<void> {
    requireInlining(source);
    const task = { kind: 'check', source: staged(source), emailKind } as const;
    const answer = await this.call(partnerId, task);
    const { faults, warnings } =
      answer.kind === 'checked' ? answer.check : { faults: [faultOf(answer, source)], warnings: [] };
    if (faults.length === 0) return;
    throw new Unprocessable(
      'template_invalid',
      'The template does not compile; errors lists what is wrong with it.',
      faults.map((fault) => problemAt('/data', fault)),
      warnings.map((warning) => problemAt('/data', warning)),
    );
  }

  /** What a template that compiles takes from its data. @throws Unprocessable when finding out takes too long */
  async variables(partnerId: number, source: TemplateSource): Promise<readonly UsedVariable[]> {
    const task = { kind: 'variables', source: staged(source) } as const;
    const answer = await this.call(partnerId, task);
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
    variables: Values,
    emailKind: string | null,
  ): Promise<RenderReport> {
    const task = { kind: 'report', source: staged(source), variables, emailKind } as const;
    const answer = await this.call(partnerId, task);
    if (answer.kind === 'reported') return answer.report;
    throw refusalOf(answer, source);
  }

  /**
   * Renders a template with these values of its variables for its author.
   * @throws Unprocessable `render_limit_exceeded` or, when the template cannot be rendered at all, `template_invalid`
   */
  async render(partnerId: number, source: TemplateSource, variables: Values): Promise<Rendered> {
    // What a test renders may never be sent.
    const task = { kind: 'render', source: staged(source), variables, structuresOf: null } as const;
    const answer = await this.call(partnerId, task);
    if (answer.kind === 'rendered') return renderedOf(answer);
    throw refusalOf(answer, source);
  }

  /**
   * Renders a partner's template for an email that is being sent. One that has used up its CPU time or memory several
   * times in a row, and has not rendered since the process started, is refused without being tried (TemplateHistory).
   * @throws Unprocessable as `render` does: the template is at fault. Anything else passes, so try again later.
   */
  async renderForSending(partnerId: number, source: TemplateSource, variables: Values): Promise<Rendered> {
    const key = `${partnerId} ${source.digest}`;
    if (this.history.isResting(key)) throw resting(source);
    const task = { kind: 'render', source: staged(source), variables, structuresOf: partnerId } as const;
    const answer = await this.pools.run('send', partnerId, task, this.settings.renderSendTimeoutMs);
    if (answer.kind === 'rendered') {
      this.history.rendered(key);
      return renderedOf(answer);
    }
    const refusal = refusalOf(answer, source);
    if (answer.kind === 'stopped') this.history.usedUp(key);
    throw refusal;
  }

  /** Renders a template of our own for an email that is being sent to a recipient of this partner's. */
  async renderBuiltIn(partnerId: number, source: TemplateSource, variables: Values): Promise<Rendered> {
    // Built-in templates belong to no partner.
    const task = { kind: 'render', source: staged(source), variables, structuresOf: null } as const;
    const answer = await this.pools.run('send', partnerId, task, BUILT_IN_CPU_MS);
    if (answer.kind === 'rendered') return renderedOf(answer);
    const fault = faultOf(answer, source);
    throw new Error(`A built-in template could not be rendered: ${fault.message}`);
  }

  private call(partnerId: number, task: RenderTask): Promise<RenderAnswer> {
    return this.pools.run('call', partnerId, task, this.settings.renderTestTimeoutMs);
  }
}

/** Threads hand HTML over as the bytes of its UTF-8, which are moved rather than copied. */
function renderedOf({ html, text }: Extract<RenderAnswer, { kind: 'rendered' }>): Rendered {
  return { html: Buffer.from(html.buffer).toString(), text };
}

function requireInlining({ type, inlineStyles }: TemplateSource): void {
  if (inlineStyles || templateTypes[type]?.inlinesStyles === true) return;
  const message = `Must be true for ${type}: only the styles of html templates are inlined.`;
  throw new InvalidInput([{ pointer: '/inlineStyles', code: 'not_allowed', message }]);
}
