import fc from 'fast-check';
import { DEFAULT_RENDER_LIMITS } from '../domain/render-limits.js';
import { STRUCTURE_ONLY } from '../staged/markup-rules.js';
import { SlotTokens } from '../staged/slot-tokens.js';
import { StagedTemplate } from '../staged/staged-template.js';
import { FILLER } from './shared/format.js';
import { PrintingBinder } from './printing-binder.js';

const binder = new PrintingBinder(/%([a-z]\w*(?:\.\w+)*)%/gi);

/** The markup that a template becomes. */
function printed(data: string, variables: Readonly<Record<string, unknown>>): string {
  const limits = { length: DEFAULT_RENDER_LIMITS.outputBytes, costliest: () => 0 };
  const template = new StagedTemplate(binder.stage(data, STRUCTURE_ONLY), limits);
  return template.markupOf(template.read(variables).key, new SlotTokens());
}

describe('PrintingBinder', () => {
  it('prints variables and their members, escaped', () => {
    const data = '<p title="%a%">%b.c% and %d%, 100 %</p>%a%';
    expect(printed(data, { a: `"'`, b: { c: '<&>' }, d: 7 })).toBe(
      '<p title="&quot;&#x27;">&lt;&amp;&gt; and 7, 100 %</p>&quot;&#x27;',
    );
  });

  it('prints nothing for missing and inherited values and for objects', () => {
    expect(printed('[%a%%constructor%%b.c%%d%%e%]', { d: { x: 1 }, e: true })).toBe('[]');
  });

  it('removes addresses that run scripts', () => {
    expect(printed('<a href="%a%">x</a>', { a: 'javascript:x()' })).toBe('<a href="#">x</a>');
  });

  it('shows fillers at the length of the template, and lists its variables', () => {
    const piece = fc.constantFrom('%a%', '%b.c%', '%', '<p>', ' ', 'a');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const data = pieces.join('');
        const found = binder.variables(data);
        const flattened = binder.flatten(data);
        expect(flattened).toHaveLength(data.length);
        for (const { offset } of found) expect(flattened[offset]).toBe(FILLER);
        expect(printed(data, {})).toBe(flattened.replaceAll(FILLER, ''));
      }),
    );
  });
});
