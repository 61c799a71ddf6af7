import { Unavailable, Unprocessable } from '../../src/shared/domain/errors.js';
import { Metrics } from '../../src/shared/metrics/metrics.js';
import { Settings } from '../../src/shared/settings.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { RenderingService } from '../../src/rendering/rendering.service.js';
import { RenderPools } from '../../src/rendering/workers/render-pools.js';
import { RenderMetrics } from '../../src/rendering/workers/render.metrics.js';
import { inColumn } from '../support/mjml.js';

const ATTACKER = 1;
const NEIGHBOUR = 2;

function list(length: number): object[] {
  return Array.from({ length }, () => ({}));
}

const ENDLESS = `${'{{#each @root.a}}'.repeat(5)}${'{{/each}}'.repeat(5)}`;
const RULES = Array.from({ length: 400 }, (_, index) => `div p.a${index} * * p{color:#00${index % 10}}`).join(
  '',
);

describe('A template that attacks the service when it is sent', () => {
  let pool: RenderPools;
  let rendering: RenderingService;
  beforeAll(() => {
    // Some of these end by themselves, long after the limit.
    const settings = new Settings({ RENDER_TEST_TIMEOUT_MS: '500ms', RENDER_SEND_TIMEOUT_MS: '500ms' });
    pool = new RenderPools(settings, new RenderMetrics(new Metrics()));
    rendering = new RenderingService(pool, settings);
  });
  afterAll(async () => {
    pool.onModuleDestroy();
    await pool.onApplicationShutdown();
  });

  const friendly = new TemplateSource('mjml', 'hbs', inColumn('<mj-text>Hello {{name}}</mj-text>'));

  async function serveNeighbour(): Promise<void> {
    const { html, text } = await rendering.renderForSending(NEIGHBOUR, friendly, { name: 'Ada' });
    expect(html).toContain('Hello Ada');
    expect(text).toBe('Hello Ada');
  }

  it.each([
    ['conditions in each other', 'html', '{{#if a}}'.repeat(10_000) + '{{/if}}'.repeat(10_000), {}],
    ['very many expressions', 'html', '{{a}}'.repeat(50_000), {}],
    ['loops in each other', 'html', ENDLESS, { a: list(200) }],
    ['loops in each other between tags', 'mjml', inColumn(ENDLESS), { a: list(200) }],
    [
      'comparisons in loops',
      'html',
      ENDLESS.replace(
        '{{/each}}',
        `{{#if ${'(eq @root.s '.repeat(8)}@root.t${')'.repeat(8)}}}{{/if}}{{/each}}`,
      ),
      { a: list(200), s: `${'x'.repeat(500_000)}y`, t: `${'x'.repeat(500_000)}z` },
    ],
    [
      'comparisons in each other',
      'html',
      `{{#if ${'(eq '.repeat(5_000)}a${' a)'.repeat(5_000)}}}{{/if}}`,
      {},
    ],
    [
      '200 MB out of 30 bytes',
      'html',
      '{{#each a}}{{{@root.s}}}{{/each}}',
      { a: list(2_000), s: 'x'.repeat(100_000) },
    ],
    ['200 MB of static text', 'html', `{{#each a}}${'x'.repeat(100_000)}{{/each}}`, { a: list(2_000) }],
    ['a memory full of escaped text', 'html', '{{s}}'.repeat(1_000), { s: `${'x'.repeat(1_900_000)}<` }],
    [
      'very many carousel images',
      'mjml',
      inColumn('<mj-carousel>{{#each a}}<mj-carousel-image src="x" />{{/each}}</mj-carousel>'),
      { a: list(1_000) },
    ],
    ['very many elements', 'mjml', inColumn('{{#each a}}<mj-text>x</mj-text>{{/each}}'), { a: list(20_000) }],
    ['very many fonts', 'mjml', inColumn('<mj-text>{{{s}}}</mj-text>'), { s: 'font-family:'.repeat(10_000) }],
    [
      'a selector that selects for seconds',
      'mjml',
      inColumn(
        '<mj-text>x</mj-text>'.repeat(300),
        `<mj-html-attributes><mj-selector path="{{s}}"><mj-html-attribute name="a">1</mj-html-attribute></mj-selector></mj-html-attributes>`,
      ),
      { s: '*:has(* * * * *) '.repeat(20) },
    ],
    [
      'styles for many elements',
      'mjml',
      inColumn(
        '<mj-text><p>x</p></mj-text>'.repeat(1_400),
        `<mj-style inline="inline">${RULES.repeat(5)}</mj-style>`,
      ),
      {},
    ],
    [
      'selectors within the bounds that select for seconds',
      'mjml',
      inColumn(
        '<mj-text><p>x</p></mj-text>'.repeat(1_400),
        `<mj-html-attributes>${'<mj-selector path="*:has(q * * * * * * *)"><mj-html-attribute name="a">1</mj-html-attribute></mj-selector>'.repeat(20)}</mj-html-attributes>`,
      ),
      {},
    ],
    ['very many nested wrappers', 'mjml', inColumn('{{{s}}}'), { s: '<mj-wrapper>'.repeat(5_000) }],
    ['inline partials that call themselves', 'html', '{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}', {}],
    ['helpers of Handlebars itself', 'html', '{{helperMissing}}', {}],
  ])('is ended while other partners are served: %s', async (_, type, data, variables) => {
    // Whatever the attack does to its own thread, the neighbour has another.
    const source = new TemplateSource(type, 'hbs', data);
    const attack = rendering.renderForSending(ATTACKER, source, { ...variables });
    const [outcome] = await Promise.allSettled([attack, serveNeighbour()]);
    expect(outcome).toEqual({ status: 'rejected', reason: expect.any(Unprocessable) });
    await serveNeighbour();
  });

  it.each([
    ['styles for many elements', `<style>${RULES}</style>{{#each a}}<div><p>x</p></div>{{/each}}`],
    [
      'a selector that selects for seconds',
      `<style>${'*:has(* * * * *) '.repeat(20)}{color:red}</style><p>x</p>`,
    ],
  ])('is rendered without inlined styles: %s', async (_, data) => {
    const source = new TemplateSource('html', 'hbs', data);
    const { html } = await rendering.render(ATTACKER, source, { a: list(2_000) });
    expect(html).toContain('<p>x</p>');
  });

  it('does not keep other partners waiting, however many emails it sends', async () => {
    const settings = new Settings({ RENDER_SEND_TIMEOUT_MS: '60s' });
    const ownPool = new RenderPools(settings, new RenderMetrics(new Metrics()));
    const own = new RenderingService(ownPool, settings);
    const endless = new TemplateSource('html', 'hbs', ENDLESS);
    const attacks = Array.from({ length: 5 }, () =>
      own.renderForSending(ATTACKER, endless, { a: list(200) }),
    );
    const outcomes = Promise.allSettled(attacks);
    const { html } = await own.renderForSending(NEIGHBOUR, friendly, { name: 'Ada' });
    expect(html).toContain('Hello Ada');
    // All of them still run or wait.
    ownPool.onModuleDestroy();
    await ownPool.onApplicationShutdown();
    for (const outcome of await outcomes) {
      expect(outcome).toEqual({ status: 'rejected', reason: expect.any(Unavailable) });
    }
  });
});
