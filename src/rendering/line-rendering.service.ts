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
 * Checks and renders the header lines of emails, such as subjects, in the render threads and under the deadlines of
 * templates. Lines are handlebars and plain text. Throws TooManyAtOnce and Unavailable as RenderingService does.
 */
@Injectable()
export class LineRenderingService {
  /** Of lines that are sent. */
  private readonly history = new TemplateHistory();

  constructor(
    private readonly pools: RenderPools,
    private readonly settings: Settings,
  ) {}

  /** @throws Unprocessable `template_invalid` with all faults of the line, each with its column */
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
   * The line of an email that is being sent: at most 255 characters, without line breaks. Null when nothing is left.
   * A line that uses up its CPU time or memory every time rests, as templates do.
   * @throws Unprocessable when the line is at fault. Anything else passes, so try again later.
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

/** A line as threads get it; its type takes no part. */
function sourceOf(line: string): TemplateSource {
  return new TemplateSource('html', LINE_PARSER, line);
}
