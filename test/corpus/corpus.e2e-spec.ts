import { recipient } from '../../bench/rendering/people.js';
import { sampleVariables } from '../../src/rendering/emails/email-kinds.js';
import { startApp, type TestApp } from '../support/app.js';
import { corpusIn, type CorpusResult, CorpusRun, OUTCOMES } from './corpus.js';

const KIND = 'document';
const given = process.env['CORPUS'];

describe('A real template', () => {
  let app: TestApp;
  let run: CorpusRun;

  beforeAll(async () => {
    app = await startApp();
    const sample = sampleVariables(KIND, 'en', new Date().getUTCFullYear()) ?? {};
    run = new CorpusRun(app, await app.partner(), sample, KIND);
  });

  afterAll(() => app.stop());

  const templates = [
    ...corpusIn('test/corpus/templates'),
    ...corpusIn('test/rendering/html-emails'),
    ...corpusIn('bench/rendering/templates', recipient(1)),
  ];

  it.each(templates.map((template) => [template.file, template] as const))(
    'is accepted, and rendered exactly as handlebars and MJML render it: %s',
    async (_file, template) => {
      const { outcome, detail } = await run.judge(template);
      expect([outcome, detail]).toEqual(['same', '']);
    },
  );

  (given === undefined ? it.skip : it)(
    `is not accepted and then failed, nor rendered differently, in the folder ${given ?? 'that CORPUS names'}`,
    async () => {
      const results: CorpusResult[] = [];
      for (const template of corpusIn(given ?? '')) results.push(await run.judge(template));
      process.stdout.write(tableOf(results));
      expect(results.length).toBeGreaterThan(0);
      const broken = results.filter(({ outcome }) => outcome === 'different' || outcome === 'failed');
      expect(broken.map(({ file, detail }) => `${file}: ${detail}`)).toEqual([]);
    },
    3_600_000,
  );
});

function tableOf(results: readonly CorpusResult[]): string {
  const rows = results.map(({ file, outcome, detail, warnings }) => {
    const counts = Object.entries(warnings).map(([code, count]) => (count > 1 ? `${code} × ${count}` : code));
    return `| ${file} | ${outcome} | ${detail.replaceAll('|', '\\|')} | ${counts.join(', ')} |`;
  });
  const counts = OUTCOMES.map(
    (outcome) => `${results.filter((result) => result.outcome === outcome).length} ${outcome}`,
  );
  // A refused template has errors instead.
  const rendered = results.filter(({ outcome }) => outcome === 'same' || outcome === 'different');
  const warnings = rendered.map(({ warnings }) =>
    Object.values(warnings).reduce((sum, count) => sum + count, 0),
  );
  const median = warnings.sort((one, other) => one - other)[Math.floor(warnings.length / 2)] ?? 0;
  return [
    '| template | outcome | detail | warnings |',
    '|---|---|---|---|',
    ...rows,
    '',
    `${results.length} templates: ${counts.join(', ')}; warnings of each that was rendered, in the median: ${median}.`,
    '',
  ].join('\n');
}
