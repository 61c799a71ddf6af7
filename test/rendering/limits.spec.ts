import { Unprocessable } from '../../src/shared/domain/errors.js';
import { Metrics } from '../../src/shared/metrics/metrics.js';
import { InvalidSettings, Settings } from '../../src/shared/settings.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { RenderingService } from '../../src/rendering/rendering.service.js';
import { RenderPools } from '../../src/rendering/workers/render-pools.js';
import { RenderMetrics } from '../../src/rendering/workers/render.metrics.js';

const PARTNER = 1;

function inBody(content: string): string {
  return `<mjml><mj-body>${content}</mj-body></mjml>`;
}

describe('The limits of templates', () => {
  let pool: RenderPools;
  let rendering: RenderingService;
  beforeAll(() => {
    const settings = new Settings({
      RENDER_MAX_OUTPUT_KIB: '16',
      RENDER_MAX_EXPRESSIONS: '10',
      RENDER_MAX_BLOCK_DEPTH: '2',
      RENDER_MAX_ELEMENTS: '10',
      RENDER_MAX_ELEMENT_DEPTH: '8',
    });
    pool = new RenderPools(settings, new RenderMetrics(new Metrics()));
    rendering = new RenderingService(pool, settings);
  });
  afterAll(async () => {
    pool.onModuleDestroy();
    await pool.onApplicationShutdown();
  });

  async function problemsOf(work: Promise<unknown>): Promise<unknown> {
    const problem: unknown = await work.then(
      () => null,
      (error: unknown) => error,
    );
    expect(problem).toBeInstanceOf(Unprocessable);
    return problem instanceof Unprocessable ? problem.problems : null;
  }

  it.each([
    ['expressions', 'html', '{{a}}'.repeat(11), 'too_many_expressions', 'at most 10 '],
    [
      'blocks in each other',
      'html',
      '{{#if a}}{{#if a}}{{#if a}}{{/if}}{{/if}}{{/if}}',
      'nesting_too_deep',
      ' 2 ',
    ],
    ['elements', 'mjml', inBody('<mj-raw></mj-raw>'.repeat(9)), 'too_many_elements', 'at most 10 '],
    ['elements in each other', 'mjml', inBody('<mj-wrapper>'.repeat(7)), 'nesting_too_deep', 'at most 8 '],
  ])('can be set by the operator: %s', async (_, type, data, code, message) => {
    const problems = await problemsOf(rendering.check(PARTNER, new TemplateSource(type, 'hbs', data)));
    expect(problems).toEqual([expect.objectContaining({ code, message: expect.stringContaining(message) })]);
  });

  it('can be set by the operator: the size of the output', async () => {
    const source = new TemplateSource('html', 'hbs', '{{a}}');
    const { html } = await rendering.render(PARTNER, source, { a: 'x'.repeat(16_384) });
    expect(html).toHaveLength(16_384);
    expect(await problemsOf(rendering.render(PARTNER, source, { a: 'x'.repeat(16_385) }))).toEqual([
      expect.objectContaining({ code: 'output_too_large', message: expect.stringContaining('16 KiB') }),
    ]);
  });

  it('are checked at the start', () => {
    const wrong = {
      RENDER_MAX_OUTPUT_KIB: '0',
      RENDER_MAX_EXPRESSIONS: 'many',
      RENDER_MAX_BLOCK_DEPTH: '1000',
      RENDER_MAX_ELEMENTS: '-1',
      RENDER_MAX_ELEMENT_DEPTH: '1',
    };
    const faultsIn = () => {
      try {
        return new Settings(wrong);
      } catch (error) {
        return error instanceof InvalidSettings ? error.faults : error;
      }
    };
    expect(faultsIn()).toEqual(Object.keys(wrong).map((name) => expect.stringContaining(`${name} must be`)));
  });
});
