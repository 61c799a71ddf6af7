import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inputProblemSv } from '../../console/src/i18n/input-problems-sv.js';
import { commonSv, phrasesSv } from '../../console/src/templates/problem-words/common-sv.js';
import { elementsSv } from '../../console/src/templates/problem-words/elements-sv.js';
import { emailsSv } from '../../console/src/templates/problem-words/emails-sv.js';
import { handlebarsSv } from '../../console/src/templates/problem-words/handlebars-sv.js';
import { helpersSv } from '../../console/src/templates/problem-words/helpers-sv.js';
import { stylesSv } from '../../console/src/templates/problem-words/styles-sv.js';
import { translator } from '../../console/src/templates/problem-words/translator.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { RenderRefusal } from '../../src/rendering/domain/template-fault.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';
import { sentencesIn, sourcesIn, textsOfErrors } from './sentences-in-source.js';

const ROOT = path.join(import.meta.dirname, '../..');
const RENDERING = path.join(ROOT, 'src/rendering');
const WORDS = path.join(ROOT, 'console/src/templates/problem-words');
/** The folders and files of the service that make the problems of templates. */
const MAKERS = ['formats', 'lint', 'domain', 'renderer', 'staged']
  .flatMap((folder) => sourcesIn(path.join(RENDERING, folder)))
  .concat(path.join(RENDERING, 'render-answers.ts'))
  .filter((file) => !file.endsWith('.spec.ts'));
/** The specs that expect whole messages, with real names and code in them. */
const EXPECTATIONS = [
  'test/email-template/authors-mistakes.e2e-spec.ts',
  'test/email-template/mistakes.e2e-spec.ts',
  'test/email-template/warnings.e2e-spec.ts',
  'test/rendering/nesting-warnings.spec.ts',
  'src/rendering/formats/handlebars/expand-snippets.spec.ts',
  'src/rendering/formats/handlebars/reading.spec.ts',
].map((file) => path.join(ROOT, file));

const lists = { handlebarsSv, helpersSv, elementsSv, stylesSv, emailsSv, commonSv };
const messageSv = translator(Object.values(lists).flat(), phrasesSv);
const inSwedish = (message: string) => {
  const swedish = messageSv(message) ?? inputProblemSv(message);
  return swedish === message ? null : swedish;
};
/** Words of English that are not Swedish too. */
const ENGLISH =
  /\b(?:an|and|are|as|at|before|by|for|has|is|it|its|not|of|or|place|such|that|the|there|this|to|which|where|with|without|write)\b/i;
/** Code, quoted text and addresses. */
const CODE = /\{\{[^]*?\}\}+|<[^<>]*>|"[^"]*"|`[^`]*`|\([^()]*\)|\S*[/:.]\S+/g;
/** The messages without a translation, or with a translation that has English left in it. */
const untranslated = (messages: readonly string[]) =>
  messages.filter((message) => ENGLISH.test((inSwedish(message) ?? 'not').replaceAll(CODE, '')));

const reasonIn = (message: string) => /because (.*): it is sent/.exec(message)?.[1] ?? message;

const mjml = (content: string, head = '') =>
  `<mjml><mj-head>${head}</mj-head><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;

describe('Problems of templates in the Swedish console', () => {
  it.each(MAKERS.map((file) => [path.relative(RENDERING, file), file]))(
    'have a sentence for each that %s makes',
    (_, file) => {
      expect(untranslated(sentencesIn(file))).toEqual([]);
    },
  );

  it.each(EXPECTATIONS.map((file) => [path.relative(ROOT, file), file]))(
    'have a sentence for each that %s expects',
    (_, file) => {
      const messages = sentencesIn(file);
      expect(messages.length).toBeGreaterThan(1);
      expect(untranslated(messages)).toEqual([]);
    },
  );

  it('are looked for in all files of the service that make them', () => {
    const found = MAKERS.flatMap(sentencesIn);
    expect(found.length).toBeGreaterThan(300);
    expect(found).toEqual(
      expect.arrayContaining([
        'This { is never closed: write } after the last declaration.',
        'There is no variable X in any email. Did you mean X?',
        'X do not work in X: see that the email is readable without them (X).',
        '</X> cannot close <X> in line X: write </X>.',
      ]),
    );
  });

  it('have a phrase for each reason why styles are not inlined', () => {
    const reasons = MAKERS.flatMap((file) => textsOfErrors(file, 'BudgetExceeded'));
    expect(reasons.length).toBeGreaterThan(5);
    const messages = ['it would become too large', ...reasons].map(
      (reason) =>
        `The styles of this email are not inlined, because ${reason}: it is sent with its style sheets alone, which some mail programs do not read.`,
    );
    expect(untranslated(messages)).toEqual([]);
    expect(messages.filter((message) => inSwedish(message)?.includes(reasonIn(message)))).toEqual([]);
  });

  it('are looked up by the console in the same lists', () => {
    const composed = readFileSync(path.join(WORDS, 'problem-words.ts'), 'utf8');
    expect(composed).toContain(`[${Object.keys(lists).join(', ')}]`);
    const files = readdirSync(WORDS).filter((name) => name.endsWith('-sv.ts'));
    expect(files).toHaveLength(Object.keys(lists).length);
  });

  describe('of real templates', () => {
    let renderer: Renderer;
    beforeAll(async () => {
      renderer = await Renderer.load();
    });

    async function messagesOf(type: string, data: string): Promise<readonly string[]> {
      const source = new TemplateSource(type, 'hbs', data);
      const { faults, warnings } = await renderer.check(source, 'document');
      if (faults.length > 0) return [...faults, ...warnings].map(({ message }) => message);
      try {
        const report = await renderer.report(source, {}, 'document');
        return report.warnings.map(({ message }) => message);
      } catch (error) {
        if (error instanceof RenderRefusal) return [error.message];
        throw error;
      }
    }

    it.each([
      ['the five mistakes', 'mjml', readFileSync(new URL('five-mistakes.mjml', import.meta.url), 'utf8')],
      [
        'wrong attributes',
        'mjml',
        mjml(
          '<mj-text style="x" padding="10" background="x" link="y" border="z">x</mj-text><mj-divider border-width="thick" /><mj-image width="a" fluid-on-mobile="b" />',
        ),
      ],
      [
        'a wrong colour',
        'mjml',
        mjml('<mj-text color="reddd">x</mj-text><mj-button direction="up">x</mj-button>'),
      ],
      [
        'undefined classes',
        'mjml',
        mjml(`<mj-text mj-class="${'bcdefghijklmn'.split('').join(' ')}">x</mj-text>`),
      ],
      [
        'elements in the wrong place',
        'mjml',
        mjml('<mj-section></mj-section><mj-text><mj-image /></mj-text>y'),
      ],
      [
        'what mail programs do not support',
        'html',
        '<p style="display:flex;gap:1px;position:absolute">x</p><video></video>',
      ],
      ['a page to be inlined that is too deep', 'html', `<style>p{color:red}</style>${'<b>'.repeat(3000)}`],
      ['other languages', 'html', '<p>{% if b %} ${c} *|D|* <%= e %> %%f%% [[G_H]] {link.href}</p>'],
      ['many variables', 'html', 'bcdefghijklmno'.replaceAll(/./g, '{{$&$&$&$&$&}} {{{$&}}} ')],
      [
        'active content',
        'html',
        '<form></form><form></form><script></script><a href="javascript:x" onclick="y">z</a>',
      ],
      [
        'helpers',
        'html',
        '{{eq a}} {{#if a b}}{{/if}} {{#each}}{{/each}} {{formatDate "x" zone="y"}} {{formatCurrency 1}}',
      ],
      [
        'blocks',
        'html',
        '{{#if a}}{{else}}{{else}}{{/each}} {{/if}} {{#eq a b}}{{/eq}} {{> x}} {{a + b}} {{upper a}}',
      ],
    ])('have a sentence for each of %s', async (_, type, data) => {
      const messages = await messagesOf(type, data);
      expect(messages).not.toEqual([]);
      expect(untranslated(messages)).toEqual([]);
    });
  });

  it.each([
    [
      '{{#if a}} is never closed: write {{/if}} where it ends.',
      '{{#if a}} stängs aldrig: skriv {{/if}} där det slutar.',
    ],
    [
      'display:flex and gap do not work in Gmail, Outlook (Windows) and Outlook.com: see that the email is readable without them (https://x.example/). They are in 3 places; the first is here.',
      'display:flex och gap fungerar inte i Gmail, Outlook (Windows) och Outlook.com: se till att mejlet går att läsa utan dem (https://x.example/). De finns på 3 ställen; det första är här.',
    ],
    [
      'padding of <mj-text> must be a number in px or %, up to 4 of them: write "10px".',
      'padding för <mj-text> måste vara ett tal i px eller %, högst 4 stycken: skriv "10px".',
    ],
    [
      'For when there is no value, write {{default a "b. c"}}.',
      'Skriv {{default a "b. c"}} om värdet kan saknas.',
    ],
    [
      `To compare values, write {{#if (eq ${'a'.repeat(90)}…`,
      `Skriv {{#if (eq ${'a'.repeat(90)}… för att jämföra värden.`,
    ],
    [
      'In snippet foot-1, line 12: There is no snippet x. Did you mean y?',
      'I textblocket foot-1, rad 12: Det finns inget textblock x. Menade du y?',
    ],
    ['Write {{/if}} in place of This block.', 'Skriv {{/if}} i stället för det här blocket.'],
    ['Line 3: The template takes too long.', 'Rad 3: Mallen tar för lång tid.'],
  ])('keep names, code and numbers: %s', (english, swedish) => {
    expect(inSwedish(english)).toBe(swedish);
  });

  it('stay in English as a whole if one of their sentences is unknown', () => {
    expect(inSwedish('There is no helper upper. It went out for lunch.')).toBeNull();
  });
});
