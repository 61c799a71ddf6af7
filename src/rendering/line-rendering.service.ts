import { Injectable } from '@nestjs/common';
import { Unprocessable } from '../shared/domain/errors.js';
import { Settings } from '../shared/settings.js';
import { headerLine } from './domain/header-line.js';
import { TemplateHistory } from './domain/template-history.js';
import { TemplateSource } from './domain/template-source.js';
import { LINE_PARSER } from './renderer/line-renderer.js';
import { faultOf, refusalOf, resting, staged } from './render-answers.js';
import { RenderPools } from './workers/render-pools.js';
import { variablesText } from './workers/variables-text.js';

/**
 * Checks and renders header lines of emails, such as subjects, in render threads and within the deadlines of templates.
 * Lines are plain text with Handlebars. All methods throw TooManyAtOnce and Unavailable like RenderingService.
 */
@Injectable()
export class LineRenderingService {
  /** The history of lines at sending. */
  private readonly history = new TemplateHistory();

  constructor(
    private readonly pools: RenderPools,
    private readonly settings: Settings,
  ) {}

  /** @throws Unprocessable `template_invalid` with all faults, each with its column */
  async check(partnerId: number, line: string): Promise<void> {
    if (!line.includes('{{')) return;
    const source = sourceOf(line);
    const task = { kind: 'check line', source: staged(source) } as const;
    const answer = await this.pools.run('call', partnerId, task, this.settings.renderTestTimeoutMs);
    const faults = answer.kind === 'checked' ? answer.check.faults : [faultOf(answer, source)];
    if (faults.length === 0) return;
    throw new Unprocessable(
      'template_invalid',
      'The line does not compile; errors lists what is wrong with it.',
      faults.map((fault) => ({ pointer: '', ...fault })),
    );
  }

  /**
   * Renders a line for an email that is being sent: at most 255 characters without line breaks. Null if nothing is
   * left. A line that always uses up its CPU time or memory rests, like templates do.
   * @throws Unprocessable if the line is at fault. After any other error, try again later
   */
  async renderForSending(
    partnerId: number,
    line: string,
    variables: Readonly<Record<string, unknown>>,
  ): Promise<string | null> {
    if (!line.includes('{{')) return headerLine(line);
    const source = sourceOf(line);
    const key = `${partnerId} ${source.digest}`;
    if (this.history.isResting(key)) throw resting(source);
    const task = { kind: 'line', source: staged(source), variables: variablesText(variables) } as const;
    const answer = await this.pools.run('send', partnerId, task, this.settings.renderSendTimeoutMs);
    if (answer.kind === 'line') {
      this.history.rendered(key);
      return headerLine(answer.text);
    }
    const refusal = refusalOf(answer, source);
    if (answer.kind === 'stopped') this.history.usedUp(key);
    throw refusal;
  }
}

/** Wraps a line as a template source. The type does not matter. */
function sourceOf(line: string): TemplateSource {
  return new TemplateSource('html', LINE_PARSER, line);
}
