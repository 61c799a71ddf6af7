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

/** Our default templates take milliseconds, so this limit only catches bugs. */
const DEFAULT_TEMPLATE_CPU_MS = 30_000;

/** How many templates are checked within one deadline. */
const GROUP = 20;

const NO_FAULTS: TemplateCheck = { faults: [], warnings: [] };

type Values = Readonly<Record<string, unknown>>;

interface Rendered {
  readonly html: string;
  readonly text: string;
}

/**
 * Checks and renders templates in render threads, with a limit on CPU time. API calls and emails being sent use
 * separate threads. A template is blamed only for the CPU time and memory that it used itself. All methods throw
 * TooManyAtOnce if too many tasks of the partner wait, and Unavailable if too many wait in total.
 */
@Injectable()
export class RenderingService {
  /** The history of templates at sending. */
  private readonly history = new TemplateHistory();

  constructor(
    private readonly pools: RenderPools,
    private readonly settings: Settings,
  ) {}

  /**
   * Resolves if a template compiles.
   * @param emailKind the email kind that it is for; null if unknown
   * @throws Unprocessable `template_invalid` with all faults and their lines, and with warnings
   * @throws InvalidInput if the template has an option that its type does not support
   */
  async check(partnerId: number, source: TemplateSource, emailKind: string | null = null): Promise<void> {
    const check = await this.examine(partnerId, source, emailKind);
    if (check.faults.length > 0) throw templateInvalid(check);
  }

  /** The faults for which `check` refuses a template, and warnings. @throws InvalidInput like `check` */
  async examine(partnerId: number, source: TemplateSource, emailKind: string | null): Promise<TemplateCheck> {
    requireInlining(source);
    const answer = await this.call(partnerId, { kind: 'check', source: staged(source), emailKind });
    return checkOf(answer, source);
  }

  /** The faults that prevent a text from being part of any template. If there are none, warnings about the text. */
  async examinePart(partnerId: number, source: TemplateSource): Promise<TemplateCheck> {
    const answer = await this.call(partnerId, { kind: 'check part', source: staged(source) });
    return checkOf(answer, source);
  }

  /**
   * Like `examine` for several templates, in groups that each have the CPU time of one.
   * @returns the checks in the order of the templates; null if they take too long
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
      if (answer.kind !== 'checked all')
        throw new Unavailable('The templates cannot be checked at the moment.');
      const { checks: found } = answer;
      checks.push(...group.map((source, index) => originalCheck(found[index] ?? NO_FAULTS, source)));
    }
    return checks;
  }

  /** The variables of a template that compiles. @throws Unprocessable if finding them takes too long */
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
   * Renders a template for its author, with warnings and variables.
   * @param emailKind the email kind that it is for; null if unknown
   * @throws Unprocessable like `render`
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
   * Renders a template for its author.
   * @throws Unprocessable `render_limit_exceeded`, or `template_invalid` if the template cannot be rendered at all
   */
  async render(partnerId: number, source: TemplateSource, variables: Values): Promise<Rendered> {
    // Do not store structures of test renders, because the template may never be sent.
    const task = renderTask(source, variables, null);
    const answer = await this.call(partnerId, task);
    if (answer.kind === 'rendered') return renderedOf(answer);
    throw refusalOf(answer, source);
  }

  /**
   * Renders a partner's template for an email that is being sent. Refuses, without trying, a template that has used up
   * its CPU time or memory several times in a row and never rendered in this process (TemplateHistory).
   * @throws Unprocessable like `render`: the template is at fault. After any other error, try again later
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

  /** Renders one of our own templates for an email of this partner that is being sent. */
  async renderDefault(partnerId: number, source: TemplateSource, variables: Values): Promise<Rendered> {
    // Default templates belong to no partner, so their structures are not stored.
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

/** @param structuresOf the partner whose stored structures are used, or null */
function renderTask(source: TemplateSource, variables: Values, structuresOf: number | null): RenderTask {
  return { kind: 'render', source: staged(source), variables: variablesText(variables), structuresOf };
}

/** Decodes the HTML, which threads transfer as bytes of UTF-8 because bytes are moved instead of copied. */
function renderedOf({ html, text }: Extract<RenderAnswer, { kind: 'rendered' }>): Rendered {
  return { html: Buffer.from(html.buffer).toString(), text };
}

function requireInlining({ type, inlineStyles }: TemplateSource): void {
  if (inlineStyles || templateTypes[type]?.inlinesStyles === true) return;
  const message = `Must be true for ${type}: only the styles of html templates are inlined.`;
  throw new InvalidInput([{ pointer: '/inlineStyles', code: 'not_allowed', message }]);
}
