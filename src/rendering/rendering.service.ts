import { Injectable } from '@nestjs/common';
import { InvalidInput, Unavailable } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { OriginalPlaces } from './domain/original-places.js';
import type { RenderReport } from './domain/render-report.js';
import type { TemplateCheck } from './domain/template-fault.js';
import { templateInvalid } from './domain/template-invalid.js';
import { TemplateHistory } from './domain/template-history.js';
import type { TemplateSource } from './domain/template-source.js';
import type { UsedVariable } from './domain/used-variable.js';
import { templateTypes } from './formats/formats.js';
import { checkOf, faultOf, originalCheck, refusalOf, resting, staged } from './render-answers.js';
import type { RenderAnswer, RenderTask } from './workers/render-task.js';
import { RenderPools } from './workers/render-pools.js';
import { variablesText } from './workers/variables-text.js';

/** Default templates are ours and take milliseconds, so this limit only catches a fault of our own. */
const DEFAULT_TEMPLATE_CPU_MS = 30_000;

/** As many templates are checked under one deadline. */
const GROUP = 20;

const NO_FAULTS: TemplateCheck = { faults: [], warnings: [] };

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
    const check = await this.examine(partnerId, source, emailKind);
    if (check.faults.length > 0) throw templateInvalid(check);
  }

  /** The errors for which `check` refuses a template, and its warnings. @throws InvalidInput as `check` does */
  async examine(partnerId: number, source: TemplateSource, emailKind: string | null): Promise<TemplateCheck> {
    requireInlining(source);
    const answer = await this.call(partnerId, { kind: 'check', source: staged(source), emailKind });
    return checkOf(answer, source);
  }

  /** The mistakes that keep a text from being part of any template; if there are none, warnings about the text alone. */
  async examinePart(partnerId: number, source: TemplateSource): Promise<TemplateCheck> {
    const answer = await this.call(partnerId, { kind: 'check part', source: staged(source) });
    return checkOf(answer, source);
  }

  /**
   * The same for several templates, in groups that each have the CPU time of one.
   * @returns the checks in the order of the templates; null if that takes too long
   */
  async examineAll(
    partnerId: number,
    sources: readonly TemplateSource[],
  ): Promise<readonly TemplateCheck[] | null> {
    const checks: TemplateCheck[] = [];
    for (let from = 0; from < sources.length; from += GROUP) {
      const group = sources.slice(from, from + GROUP);
      const answer = await this.call(partnerId, { kind: 'check all', sources: group.map(staged) });
      if (answer.kind === 'stopped' && answer.reason !== 'stalled') return null;
      if (answer.kind !== 'checked all') throw new Unavailable('The templates could not be checked for now.');
      const { checks: found } = answer;
      checks.push(...group.map((source, index) => originalCheck(found[index] ?? NO_FAULTS, source)));
    }
    return checks;
  }

  /** The variables of a template that compiles. @throws Unprocessable when finding them takes too long */
  async variables(partnerId: number, source: TemplateSource): Promise<readonly UsedVariable[]> {
    const task = { kind: 'variables', source: staged(source) } as const;
    const answer = await this.call(partnerId, task);
    if (answer.kind === 'found') {
      const places = new OriginalPlaces(source);
      return answer.variables.map((variable) => places.variable(variable));
    }
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
    const task = {
      kind: 'report',
      source: staged(source),
      variables: variablesText(variables),
      emailKind,
    } as const;
    const answer = await this.call(partnerId, task);
    if (answer.kind === 'reported') return new OriginalPlaces(source).report(answer.report);
    throw refusalOf(answer, source);
  }

  /**
   * Renders a template with these values of its variables for its author.
   * @throws Unprocessable `render_limit_exceeded` or, when the template cannot be rendered at all, `template_invalid`
   */
  async render(partnerId: number, source: TemplateSource, variables: Values): Promise<Rendered> {
    // A test render may never be sent, so its structures are not stored.
    const task = renderTask(source, variables, null);
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
    const task = renderTask(source, variables, partnerId);
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
  async renderDefault(partnerId: number, source: TemplateSource, variables: Values): Promise<Rendered> {
    // Default templates belong to no partner.
    const task = renderTask(source, variables, null);
    const answer = await this.pools.run('send', partnerId, task, DEFAULT_TEMPLATE_CPU_MS);
    if (answer.kind === 'rendered') return renderedOf(answer);
    const fault = faultOf(answer, source);
    throw new Error(`A default template could not be rendered: ${fault.message}`);
  }

  private call(partnerId: number, task: RenderTask): Promise<RenderAnswer> {
    return this.pools.run('call', partnerId, task, this.settings.renderTestTimeoutMs);
  }
}

/** @param structuresOf the partner whose stored structures are used; null: none */
function renderTask(source: TemplateSource, variables: Values, structuresOf: number | null): RenderTask {
  return { kind: 'render', source: staged(source), variables: variablesText(variables), structuresOf };
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
