import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Handlebars from 'handlebars';
import mjml2html from 'mjml';
import type { Json, TestAnswer, TestApp, TestPartner } from '../support/app.js';
import { comparable } from '../rendering/naive.js';
import { registerValueHelpers } from '../support/handlebars-helpers.js';

/** How often a rate-limited call is repeated. */
const MAX_REFUSALS = 10;
const EXTENSION = /\.(html?|mjml)$/;

/** A template of the corpus, with its data. */
export interface CorpusTemplate {
  readonly file: string;
  readonly type: 'html' | 'mjml';
  readonly data: string;
  /** The members of a JSON file of the same name beside it, or the common variables. */
  readonly variables: Readonly<Record<string, unknown>>;
}

export const OUTCOMES = ['same', 'different', 'refused', 'unsendable', 'failed'] as const;

/** The result for a template: one row of the table. */
export interface CorpusResult {
  readonly file: string;
  /** `unsendable`: refused, and handlebars or MJML cannot render it either. */
  readonly outcome: (typeof OUTCOMES)[number];
  /** The reason for a refusal or failure, or the difference. */
  readonly detail: string;
  /** The codes of the warnings, with the number of each. */
  readonly warnings: Readonly<Record<string, number>>;
  /** The result with inlined styles, as it is sent; null if it was not rendered. */
  readonly html: string | null;
}

/** Every `.html`, `.htm` and `.mjml` file of a folder and its subfolders. Those without data get `variables`. */
export function corpusIn(folder: string, variables: CorpusTemplate['variables'] = {}): CorpusTemplate[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => EXTENSION.test(file))
    .sort()
    .map((file) => {
      const whole = path.join(folder, file);
      const values = whole.replace(EXTENSION, '.json');
      return {
        file,
        type: file.endsWith('.mjml') ? 'mjml' : 'html',
        data: readFileSync(whole, 'utf8'),
        variables: existsSync(values)
          ? (JSON.parse(readFileSync(values, 'utf8')) as Record<string, unknown>)
          : variables,
      };
    });
}

/**
 * Saves, validates and renders templates through the API as one partner, and compares the results with plain rendering.
 */
export class CorpusRun {
  constructor(
    private readonly app: TestApp,
    private readonly partner: TestPartner,
    /** The sample values of an email kind, for all templates. */
    private readonly sample: Readonly<Record<string, unknown>>,
    private readonly kind: string,
  ) {}

  async judge(template: CorpusTemplate): Promise<CorpusResult> {
    const { file, type, data } = template;
    const source = { type, parser: 'hbs', data };
    const exact = { ...source, ...(type === 'html' && { inlineStyles: false }) };
    const saved = await this.call('POST', '/partner/emailTemplate', exact);
    const values = { ...this.sample, ...template.variables };
    if (saved.status !== 201)
      return resultOf(file, await refusalOf(saved, template, values), problemsIn(saved));
    const { id } = saved.body;
    const body = { kind: this.kind, language: 'en', data: template.variables };
    const rendered = await this.call('POST', `/partner/emailTemplate/${id}/render`, body);
    const shown = await this.call('PUT', `/partner/emailTemplate/${id}`, { ...source, inlineStyles: true });
    const sent = await this.call('POST', `/partner/emailTemplate/${id}/render`, body, 'application/json');
    await this.call('DELETE', `/partner/emailTemplate/${id}`);
    for (const answer of [rendered, shown, sent]) {
      if (answer.status !== 200) return resultOf(file, 'failed', `accepted, then ${problemsIn(answer)}`);
    }
    const warnings: Record<string, number> = {};
    for (const { code } of sent.body.warnings) warnings[code] = (warnings[code] ?? 0) + 1;
    const expected = comparable(await plain(template, values));
    const difference =
      firstDifference(comparable(rendered.text), expected) ??
      firstDifference(unstyled(comparable(sent.body.html)), unstyled(expected));
    const outcome = difference === null ? 'same' : 'different';
    return { file, outcome, detail: difference ?? '', warnings, html: sent.body.html };
  }

  private async call(method: string, route: string, body?: unknown, accept = '*/*'): Promise<TestAnswer> {
    for (let refusals = 0; ; refusals += 1) {
      const { key } = this.partner;
      const answer = await this.app.request(method, route, { key, body, headers: { accept } });
      if (answer.status !== 429 || refusals === MAX_REFUSALS) return answer;
      await pause(Number(answer.headers.get('retry-after')) * 1_000);
    }
  }
}

const handlebars = Handlebars.create();
registerValueHelpers(handlebars);

/** The result of handlebars and MJML alone. */
async function plain({ type, data }: CorpusTemplate, variables: object): Promise<string> {
  const bound = handlebars.compile(data)(variables);
  if (type === 'html') return bound;
  return (await mjml2html(bound, { validationLevel: 'skip', ignoreIncludes: true, fonts: {} })).html;
}

async function refusalOf(
  { status }: TestAnswer,
  template: CorpusTemplate,
  variables: object,
): Promise<CorpusResult['outcome']> {
  if (status < 400 || status >= 500) return 'failed';
  return plain(template, variables).then(
    () => 'refused',
    () => 'unsendable',
  );
}

function resultOf(file: string, outcome: CorpusResult['outcome'], detail: string): CorpusResult {
  return { file, outcome, detail, warnings: {}, html: null };
}

function problemsIn({ status, body }: TestAnswer): string {
  const problems: readonly Json[] = body?.errors ?? [];
  const [first] = problems;
  if (first === undefined) return `${status} ${body?.detail ?? ''}`;
  const others = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return `${status} ${first.line ?? '-'}:${first.column ?? '-'} ${first.code} ${first.message}${others}`;
}

/** The result without styles, which inlining may change. */
function unstyled(html: string): string {
  return html
    .replaceAll(/<style\b[^]*?<\/style\s*>/gi, '')
    .replaceAll(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '');
}

/** Without the byte order mark of a file, which clients drop when they read text. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function firstDifference(given: string, wanted: string): string | null {
  const [actual, expected] = [withoutMark(given), withoutMark(wanted)];
  if (actual === expected) return null;
  let at = 0;
  while (actual[at] === expected[at]) at += 1;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 50));
  return `at ${at}: ${around(actual)} instead of ${around(expected)}`;
}
