import fc from 'fast-check';
import { RenderRefusal } from '../../src/rendering/domain/template-fault.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';
import { comparable, renderNaively } from './naive.js';
import { type RandomCase, randomHtmlCase, randomMjmlCase } from './random-templates.js';

/** The number of templates, each with three sets of data; `npm run test:staged` runs thousands. */
const RUNS = Number(process.env['STAGED_RUNS'] ?? 80);
const SEED = Number(process.env['STAGED_SEED'] ?? 20_261_121);

describe('Staged rendering', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await Renderer.load();
  });

  async function expectSameAsNaive(type: string, { data, variables }: RandomCase): Promise<void> {
    const source = new TemplateSource(type, 'hbs', data);
    for (const values of variables) {
      const naive = await renderNaively(type, data, values).catch(() => null);
      if (naive === null) await expect(renderer.render(source, values)).rejects.toThrow(RenderRefusal);
      else {
        // Twice, so that the cache of the first render is used.
        for (const { html, text } of [
          await renderer.render(source, values),
          await renderer.render(source, values),
        ]) {
          expect({ html: comparable(html), text }).toEqual(naive);
        }
      }
    }
  }

  it('renders any MJML like rendering in one go', async () => {
    await fc.assert(
      fc.asyncProperty(randomMjmlCase(), (drawn) => expectSameAsNaive('mjml', drawn)),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['STAGED_SHRINK'] === undefined },
    );
  });

  it('renders any HTML like rendering in one go', async () => {
    await fc.assert(
      fc.asyncProperty(randomHtmlCase(), (drawn) => expectSameAsNaive('html', drawn)),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['STAGED_SHRINK'] === undefined },
    );
  });

  // Cases that the properties above once found.
  const everywhere = { a: 'x', b: 'y', list: ['1', '2'], url: 'https://x.example/' };
  it.each([
    ['blanks of a width that is none to some', '<mj-image src="a" alt="{{a}}" />', { a: '\u200B' }],
    [
      'a name of a font in a list of fonts',
      '<mj-text><i style="font-family:{{a}}">{{b}}</i></mj-text>',
      { a: 'Roboto', b: 'Lato' },
    ],
    ['a colour of three digits', '<mj-text color="{{a}}">x</mj-text>', { a: '#abc' }],
    [
      'a share address with a dollar',
      '<mj-social><mj-social-element name="facebook" href="{{a}}">x</mj-social-element></mj-social>',
      { a: 'https://x.example/$&' },
    ],
    [
      'blanks in what only Outlook reads',
      '<mj-text><!--[if !mso]><!--> {{a}} <!--<![endif]--></mj-text>',
      { a: 'a \n\n b' },
    ],
    ['an end tag in a value', '<mj-text>{{{a}}}{{b}}</mj-text>', { a: '</mj-text><mj-text>', b: 'y' }],
    [
      'elements closed by another branch',
      '{{#if a}}<mj-text>{{else}}<mj-text color="red">{{/if}}{{b}}</mj-text>',
      everywhere,
    ],
    [
      'elements that a loop closes and opens',
      '<mj-text>{{#each list}}{{this}}</mj-text><mj-text>{{/each}}</mj-text>',
      everywhere,
    ],
    ['values without quotes', '<mj-text color={{a}} align="{{b}}">x</mj-text>', { a: 'red', b: 'right' }],
    ['a value that ends a tag', '<mj-text {{a}}>{{b}}</mj-text>', { a: '/', b: 'y' }],
    ['a truth', '<mj-button href="{{a}}">{{a}}</mj-button>', { a: true }],
    ['references to characters in a block', '<mj-text>x{{#if a}}&copy; {{b}}{{/if}}</mj-text>', everywhere],
    [
      'references in the text of an image',
      '<mj-text><img src="x" alt="{{#if a}}&copy;{{/if}} {{{b}}}"></mj-text>',
      { a: 'x', b: '&euro; 5' },
    ],
    [
      'references in an address',
      '<mj-text><a href="https://x.example/?q={{a}}&#38;r={{b}}">go</a></mj-text>',
      everywhere,
    ],
    ['values that are a part of a reference', '<mj-text>&#{{a}}; &{{b}};</mj-text>', { a: 65, b: 'copy' }],
    ['a link whose words are its address', '<mj-text><a href="{{url}}">{{url}}</a></mj-text>', everywhere],
  ])('renders %s like rendering in one go', async (_, content, values) => {
    const data = `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;
    await expectSameAsNaive('mjml', { data, variables: [everywhere, values] });
  });

  it('renders a selector that is a value like rendering in one go', async () => {
    const data =
      '<style>a{{a}}="x"]{color:red} .{{b}}{margin:0}</style><a class="k" href="{{url}}">{{url}}</a>';
    const values = ['[href', ':hover', '.k'].flatMap((a) => ['x', 'y'].map((url) => ({ a, b: 'k', url })));
    await expectSameAsNaive('html', { data, variables: values });
  });

  it.each([
    ['html', '<style>.{{a}} { color: red }</style><p class="k"><a href="{{url}}">{{b}}</a></p>'],
    [
      'mjml',
      `<mjml><mj-head><mj-style inline="inline">.k div { color: red }</mj-style></mj-head><mj-body><mj-section><mj-column>
         <mj-text css-class="k"><a href="{{url}}" title="{{b}}">{{b}}</a></mj-text><mj-button href="{{url}}">{{b}}</mj-button>
       </mj-column></mj-section></mj-body></mjml>`,
    ],
  ])('compiles %s with styles to inline once for all addresses', async (type, data) => {
    const urls = [
      'https://x.example/1?a=b&c=å',
      'https://x.example/2#"<>\' x',
      'x.example',
      'https://x.example/&amp;',
    ];
    const variables = urls.map((url, number) => ({ a: 'k', b: `${number} & "more"`, url }));
    await expectSameAsNaive(type, { data, variables });
    const fresh = await Renderer.load();
    for (const values of variables) await fresh.html(new TemplateSource(type, 'hbs', data), values);
    expect(fresh.keptCount).toBe(1);
  });

  it('renders unescaped quotes in HTML that is sent unchanged like rendering in one go', async () => {
    const data = '<img src="x" alt="{{{a}}}"><p>{{b}}</p>';
    await expectSameAsNaive('html', { data, variables: [everywhere, { a: 'a "b" c', b: 'd' }] });
  });

  it('compiles once for each structure, not for each value', async () => {
    const source = new TemplateSource(
      'mjml',
      'hbs',
      '<mjml><mj-body><mj-section>{{#each list}}<mj-column><mj-text>{{this}}</mj-text></mj-column>{{/each}}</mj-section></mj-body></mjml>',
    );
    const fresh = await Renderer.load();
    for (const list of [['a'], ['b'], ['c']]) await fresh.html(source, { list });
    expect(fresh.keptCount).toBe(1);
    await fresh.html(source, { list: ['a', 'b'] });
    expect(fresh.keptCount).toBe(2);
  });

  it('keeps no more bytes than allowed', async () => {
    const bounded = await Renderer.load({ cacheBytes: 100_000 });
    const source = new TemplateSource(
      'mjml',
      'hbs',
      '<mjml><mj-body><mj-section><mj-column width="{{width}}"><mj-text>x</mj-text></mj-column></mj-section></mj-body></mjml>',
    );
    for (let width = 0; width < 60; width += 1) await bounded.html(source, { width: `${width}px` });
    expect(bounded.keptBytes).toBeLessThanOrEqual(100_000);
    expect(bounded.keptCount).toBeLessThan(60);
    expect(await bounded.html(source, { width: '1px' })).toContain('x');
  });

  it('has one budget for templates and structures', async () => {
    const cacheBytes = 1_000_000;
    const bounded = await Renderer.load({ cacheBytes });
    // Little is compiled of these, so the templates themselves may use nearly all of the memory.
    const sources = Array.from(
      { length: 400 },
      (_, number) => new TemplateSource('html', 'hbs', `<p>${number} ${'{{name}} '.repeat(10)}</p>`),
    );
    for (const source of sources) await bounded.html(source, { name: 'Ada' });
    // A quarter is reserved for stored structures, and these renders store none.
    expect(bounded.keptBytes).toBeGreaterThan(0.9 * 0.75 * cacheBytes);
    expect(bounded.keptBytes).toBeLessThanOrEqual(cacheBytes);
  });
});
