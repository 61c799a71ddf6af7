import fc from 'fast-check';
import { RenderRefusal } from '../../src/rendering/domain/template-fault.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer.js';
import { comparable, renderNaively } from './naive.js';
import { type RandomCase, randomHtmlCase, randomMjmlCase } from './random-templates.js';

/** `npm run test:staged` asks for thousands. */
const RUNS = Number(process.env['STAGED_RUNS'] ?? 150);
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
        // Twice, so that what is kept from the first time is used.
        for (const { html, text } of [
          await renderer.render(source, values),
          await renderer.render(source, values),
        ]) {
          expect({ html: comparable(html), text }).toEqual(naive);
        }
      }
    }
  }

  it('makes of any MJML what rendering in one go makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(randomMjmlCase(), (drawn) => expectSameAsNaive('mjml', drawn)),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['STAGED_SHRINK'] === undefined },
    );
  });

  it('makes of any HTML what rendering in one go makes of it', async () => {
    await fc.assert(
      fc.asyncProperty(randomHtmlCase(), (drawn) => expectSameAsNaive('html', drawn)),
      { numRuns: RUNS, seed: SEED, endOnFailure: process.env['STAGED_SHRINK'] === undefined },
    );
  });
});
