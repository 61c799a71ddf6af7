import fc from 'fast-check';
import { FILLER } from '../shared/format.js';
import { DEFAULT_RENDER_LIMITS } from '../../domain/render-limits.js';
import { HandlebarsBinder } from './handlebars-binder.js';

const binder = new HandlebarsBinder(DEFAULT_RENDER_LIMITS);

/** With `_` for a character whose value is not known yet. */
function variants(data: string): string[] {
  return binder.branchVariants(data).map((variant) => variant.replaceAll(FILLER, '_'));
}

describe('Branch variants', () => {
  it('of a template without expressions are the template itself', () => {
    expect(variants('a\nb')).toEqual(['a\nb']);
  });

  it('replace values with filler, blank other expressions and keep line breaks', () => {
    expect(variants('a{{b}}{{! c }}d{{e\n}}f')).toEqual(['a_____        d___\n__f']);
  });

  it('together show every branch', () => {
    expect(variants('{{#if a}}x{{else}}y{{/if}}')).toEqual([
      '         x                ',
      '                  y       ',
    ]);
  });

  it('take a condition as true or false in the whole template', () => {
    const shown = variants('{{#if a}}p{{/if}}{{#unless a}}q{{/unless}}{{#a}}r{{/a}}{{^a}}s{{/a}}').map(
      (variant) => variant.replaceAll(' ', ''),
    );
    expect(shown).toEqual(['pr', 'qs']);
  });

  it('let a value equal one literal at a time', () => {
    const shown = variants(
      '{{#if (eq t "a")}}p{{/if}}{{#if (eq \'b\' t)}}q{{/if}}{{#unless (eq t \'a\')}}r{{/unless}}{{#if (eq t "c")}}s{{/if}}',
    ).map((variant) => variant.replaceAll(' ', ''));
    expect(shown).toEqual(['p', 'qr', 'rs']);
  });

  it('take not and ne as the opposite of the condition inside', () => {
    const shown = variants(
      '{{#if a}}p{{/if}}{{#if (not a)}}q{{/if}}{{#unless (not (not a))}}r{{/unless}}{{#if (eq t "a")}}s{{/if}}{{#if (ne t "a")}}t{{/if}}',
    ).map((variant) => variant.replaceAll(' ', ''));
    expect(shown).toEqual(['ps', 'qrt']);
  });

  it('let a variable equal two other variables at once', () => {
    const shown = variants('{{#if (eq a b)}}p{{/if}}{{#if (eq a c)}}q{{/if}}').map((variant) =>
      variant.replaceAll(' ', ''),
    );
    expect(shown).toEqual(['pq', '']);
  });

  it('reach a branch behind a condition that is already decided', () => {
    const shown = variants('{{#if a}}p{{/if}}{{#unless a}}{{#if b}}q{{else}}r{{/if}}{{/unless}}').map(
      (variant) => variant.replaceAll(' ', ''),
    );
    expect(shown).toEqual(['p', 'q', 'r']);
  });

  it('reach nested branches', () => {
    const shown = variants('{{#if a}}{{#if b}}p{{else}}q{{/if}}{{else if c}}r{{else}}s{{/if}}').map(
      (variant) => variant.replaceAll(' ', ''),
    );
    expect(shown.sort()).toEqual(['p', 'q', 'r', 's']);
  });

  it('have the length of the template and show nothing that is not in it', () => {
    const leaf = fc.constantFrom('x', '\n', '{{v}}', '{{{v}}}', '<mj-text>', '\\{{e}}', '{{! c }}');
    const { template } = fc.letrec<{ template: string; block: string }>((tie) => ({
      template: fc
        .array(fc.oneof({ maxDepth: 3 }, leaf, tie('block')), { maxLength: 4 })
        .map((parts) => parts.join('')),
      block: fc
        .tuple(fc.constantFrom('if a', 'unless a', 'each b', 'c'), tie('template'), tie('template'))
        .map(([head, yes, no]) => `{{#${head}}}${yes}{{else}}${no}{{/${head.split(' ')[0]}}}`),
    }));
    fc.assert(
      fc.property(template, (data) => {
        for (const variant of binder.branchVariants(data)) {
          expect(variant).toHaveLength(data.length);
          for (const [at, character] of variant.split('').entries()) {
            expect([data[at], ' ', FILLER]).toContain(character);
          }
        }
      }),
    );
  });
});
