import fc from 'fast-check';
import { RenderRefusal } from '../../src/rendering/domain/template-fault.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';

const RUNS = Number(process.env['ANY_MARKUP_RUNS'] ?? 300);

/** Fragments that are hard to parse for CSS, HTML, MJML and handlebars, alone and next to each other. */
const FRAGMENTS = [
  '<p style="|">|<style>|</style>|<p|<|>|</p>|<b>|</table>|<td>|<!--|-->',
  '<!--[if mso]>|<![endif]-->|<script>|<svg>|<math>|<template>|<textarea>|<![CDATA[',
  '<mj-text>|</mj-text>|<mj-style inline="inline">|</mj-style>|<mj-raw>|<mj-column width="',
  'colr|color|red|:|;|{|}|(|)|[|]|"|\'|/*|*/|!important|,|.|#|+|~|1|50%|1e9|-|--|\\|*|::',
  '@media|@import|@supports|@font-face|@page| not | and | or |:is(|:has(',
  '&|&quot;|&#0;|\u0000|\ud800|\n| ',
  '{{|}}|{{{|}}}|{{#if a}}|{{/if}}|{{else}}|{{#each b}}|{{/each}}|{{c}}|{{!|{{> x}}',
].flatMap((line) => line.split('|'));
const text = fc
  .array(fc.constantFrom(...FRAGMENTS), { maxLength: 30 })
  .map((fragments) => fragments.join(''));
const html = fc.oneof(
  text,
  text.map((css) => `<html><head><style>${css}</style></head><body><p>x</p></body></html>`),
  text.map((css) => `<p style="${css.replaceAll('"', '&quot;')}">x</p>`),
);
const mjml = fc.oneof(
  text,
  text.map((css) => `<mjml><mj-head><mj-style>${css}</mj-style></mj-head><mj-body></mj-body></mjml>`),
  text.map(
    (markup) =>
      `<mjml><mj-body><mj-section><mj-column><mj-text>${markup}</mj-text></mj-column></mj-section></mj-body></mjml>`,
  ),
);

describe('Any text as a template', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await Renderer.load();
  });

  async function expectFaultsOrEmail(source: TemplateSource): Promise<void> {
    const { faults } = await renderer.check(source, 'document');
    if (faults.length > 0) return;
    const report = await renderer
      .report(source, { a: 'x', b: ['1', '2'], c: '"&<' }, 'document')
      .catch((error: unknown) => error);
    if (!(report instanceof RenderRefusal)) expect(report).toMatchObject({ html: expect.any(String) });
  }

  it.each([
    ['html', 'hbs', html],
    ['html', null, html],
    ['mjml', 'hbs', mjml],
    ['mjml', null, mjml],
  ] as const)('is refused with faults or rendered, as %s with parser %s', async (type, parser, markup) => {
    await fc.assert(
      fc.asyncProperty(markup, (data) => expectFaultsOrEmail(new TemplateSource(type, parser, data || 'x'))),
      { numRuns: RUNS },
    );
  });
});
