import { formatted } from '../../console/src/templates/format-source.js';
import { nearest } from '../../console/src/templates/nearest.js';
import { outlineOf } from '../../console/src/templates/studio/outline.js';

const FLAT = `<mjml>
<mj-body>
{{#if logoUrl}}
<mj-image
src="x"
alt="y"
/>
{{else}}
<mj-text><b>Hello</b>
Ada</mj-text>
{{/if}}
</mj-body></mjml>
`;
const INDENTED = `<mjml>
  <mj-body>
    {{#if logoUrl}}
      <mj-image
        src="x"
        alt="y"
      />
    {{else}}
      <mj-text><b>Hello</b>
        Ada</mj-text>
    {{/if}}
</mj-body></mjml>
`;

describe('A template that is formatted', () => {
  it('is indented by its elements and blocks', () => {
    expect(formatted(FLAT)).toBe(INDENTED);
  });

  it('changes only blanks the first time, and nothing the second', () => {
    expect(formatted(INDENTED)).toBe(INDENTED);
    expect(formatted(FLAT).replaceAll(/\s+/g, '')).toBe(FLAT.replaceAll(/\s+/g, ''));
  });

  it('keeps preformatted text and comments', () => {
    const kept = '<div>\n  <pre>\na\n   b</pre>\n  <!--\n x\n-->\n</div>\n';
    expect(formatted(kept)).toBe(kept);
  });
});

describe('The outline of a template', () => {
  it('has its elements and blocks with their texts, at their depths', () => {
    const entries = outlineOf(FLAT, 'mjml').map(({ name, about, depth, line }) => [name, about, depth, line]);
    expect(entries).toEqual([
      ['mj-body', '', 0, 2],
      ['#if', 'logoUrl', 1, 3],
      ['mj-image', 'x', 2, 4],
      ['mj-text', '', 2, 9],
    ]);
  });
});

describe('The suggestion for a misspelt name', () => {
  it.each([
    ['mj-colum', 'mj-column'],
    ['colr', 'color'],
    ['x', null],
    ['something', null],
  ])('for %s is %s', (written, meant) => {
    expect(nearest(written, ['mj-column', 'color', 'align'])).toBe(meant);
  });
});
