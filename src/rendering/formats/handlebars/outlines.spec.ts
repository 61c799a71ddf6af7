import fc from 'fast-check';
import { FILLER } from '../shared/format.js';
import { DEFAULT_RENDER_LIMITS } from '../../domain/render-limits.js';
import { HandlebarsBinder } from './handlebars-binder.js';

const binder = new HandlebarsBinder(DEFAULT_RENDER_LIMITS);

/** With `_` for a character whose value is not known yet. */
function outlines(data: string): string[] {
  return binder.outlines(data).map((outline) => outline.replaceAll(FILLER, '_'));
}

describe('The outlines of a template', () => {
  it('are the template itself where it has no expressions', () => {
    expect(outlines('a\nb')).toEqual(['a\nb']);
  });

  it('fill values, blank the rest and keep the lines', () => {
    expect(outlines('a{{b}}{{! c }}d{{e\n}}f')).toEqual(['a_____        d___\n__f']);
  });

  it('show each branch', () => {
    expect(outlines('{{#if a}}x{{else}}y{{/if}}')).toEqual([
      '         x                ',
      '                  y       ',
    ]);
  });

  it('give a condition one truth wherever it stands', () => {
    const shown = outlines('{{#if a}}p{{/if}}{{#unless a}}q{{/unless}}{{#a}}r{{/a}}{{^a}}s{{/a}}').map(
      (outline) => outline.replaceAll(' ', ''),
    );
    expect(shown).toEqual(['pr', 'qs']);
  });

  it('take a value for one literal at a time', () => {
    const shown = outlines(
      '{{#if (eq t "a")}}p{{/if}}{{#if (eq \'b\' t)}}q{{/if}}{{#unless (eq t \'a\')}}r{{/unless}}{{#if (eq t "c")}}s{{/if}}',
    ).map((outline) => outline.replaceAll(' ', ''));
    expect(shown).toEqual(['p', 'qr', 'rs']);
  });

  it('take not and ne for the opposite of what they deny', () => {
    const shown = outlines(
      '{{#if a}}p{{/if}}{{#if (not a)}}q{{/if}}{{#unless (not (not a))}}r{{/unless}}{{#if (eq t "a")}}s{{/if}}{{#if (ne t "a")}}t{{/if}}',
    ).map((outline) => outline.replaceAll(' ', ''));
    expect(shown).toEqual(['ps', 'qrt']);
  });

  it('do not tell variables that are compared with each other from ones that are the same', () => {
    const shown = outlines('{{#if (eq a b)}}p{{/if}}{{#if (eq a c)}}q{{/if}}').map((outline) =>
      outline.replaceAll(' ', ''),
    );
    expect(shown).toEqual(['pq', '']);
  });

  it('reach a branch behind one that is settled', () => {
    const shown = outlines('{{#if a}}p{{/if}}{{#unless a}}{{#if b}}q{{else}}r{{/if}}{{/unless}}').map(
      (outline) => outline.replaceAll(' ', ''),
    );
    expect(shown).toEqual(['p', 'q', 'r']);
  });

  it('reach branches within branches', () => {
    const shown = outlines('{{#if a}}{{#if b}}p{{else}}q{{/if}}{{else if c}}r{{else}}s{{/if}}').map(
      (outline) => outline.replaceAll(' ', ''),
    );
    expect(shown.sort()).toEqual(['p', 'q', 'r', 's']);
  });

  it('are as long as the template and show nothing else', () => {
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
        for (const outline of binder.outlines(data)) {
          expect(outline).toHaveLength(data.length);
          for (const [at, character] of outline.split('').entries()) {
            expect([data[at], ' ', FILLER]).toContain(character);
          }
        }
      }),
    );
  });
});
