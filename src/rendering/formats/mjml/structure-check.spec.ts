import fc from 'fast-check';
import { DEFAULT_RENDER_LIMITS } from '../../domain/render-limits.js';
import { TextLines } from '../../domain/text-lines.js';
import { FILLER } from '../shared/format.js';
import { markupLimitFault } from './markup-limits.js';
import { structureOf } from './structure-check.js';

/** `isRaw`: values are printed as they are. */
function faults(markup: string, isRaw = false): string[] {
  const lines = new TextLines(markup);
  const rawValues = isRaw ? [...markup.matchAll(new RegExp(FILLER, 'g'))].map(({ index }) => index) : [];
  return structureOf(markup, { data: markup, rawValues }).faults.map(({ code, offset }) => {
    const { line, column } = lines.locationOf(offset);
    return `${line}:${column} ${code}`;
  });
}

/** A column of a template with two lines before and one after. */
function inColumn(content: string): string {
  return `<mjml><mj-body><mj-section>\n<mj-column>\n${content}\n</mj-column></mj-section></mj-body></mjml>`;
}

describe('structureOf', () => {
  it.each([
    ['text and images', '<mj-text>Hello <b>you</b></mj-text><mj-image src="a.png" /><mj-divider/>'],
    ['unclosed HTML in an mj-text', '<mj-text><p>a<br>b<div></mj-text>'],
    ['HTML opened in one mj-raw and closed in another', '<mj-raw><div></mj-raw><mj-raw></div></mj-raw>'],
    ['comments and conditional comments', '<!-- a < b --><!--[if mso]><mj-foo><![endif]-->'],
    ['angle brackets in attributes', '<mj-image alt="a > b </mj-column>" src=\'x>y\' />'],
    ['upper case', '<MJ-TEXT>x</mj-text>'],
    [
      'an mj-raw and an mj-spacer in text',
      '<mj-text>a<mj-raw><b>c</b></mj-raw><mj-spacer>b<mj-spacer /></mj-text>',
    ],
    ['a value for the name of an element', `<mj-${FILLER}>x</mj-${FILLER}>`],
    ['style sheets that look like tags', '<mj-raw><style>a<b{} </style></mj-raw>'],
    ['attributes of HTML', '</mj-column><mj-column><mj-text><a href=x/>y</a></mj-text>'],
  ])('lets pass %s', (_, content) => {
    expect(faults(inColumn(content))).toEqual([]);
  });

  it.each([
    ['an mj-text that is not closed', '  <mj-text>x', ['3:3 unclosed_element']],
    [
      'an mj-text closed by its start tag',
      '<mj-text>x<mj-text>',
      ['3:1 unclosed_element', '3:11 unclosed_element'],
    ],
    ['an end tag too many', '<mj-text>x</mj-text></mj-text>', ['3:21 unexpected_end_tag']],
    ['a misspelt end tag, once', '<mj-text>x</mj-txt>\n<mj-text>y</mj-text>', ['3:11 unexpected_end_tag']],
    ['no end tag behind a misspelt start tag', '<mj-txt>x</mj-text>', []],
    ['an end tag of another element', '<mj-text>x</mj-button></mj-text>', ['3:11 unexpected_end_tag']],
    [
      'an attribute whose quote is open',
      '<mj-text color="red>x</mj-text>',
      ['1:1', '1:7', '1:16', '2:1', '3:1'],
    ],
    [
      'a quote that is never closed',
      '<mj-text color="red>x</mj-text>\n<mj-text align="left">y</mj-text>',
      ['3:10 unclosed_quote'],
    ],
    [
      'a quote that ends in another line',
      '<mj-text color="red>x</mj-text>\n<mj-text align=left">y</mj-text>',
      ['3:10 unclosed_quote'],
    ],
    ['a quote that is never opened', '<mj-text color=red">x</mj-text>', ['3:10 unclosed_quote']],
    ['elements in text', '<mj-text>x <mj-button>y</mj-button></mj-text>', ['3:12 misplaced_element']],
    ['text in a column', '\n  Hello', ['4:3 text_lost']],
    ['text before a value', `to ${FILLER}`, ['3:1 text_lost']],
    ['a value that is escaped', `\n ${FILLER}`, ['4:2 text_lost']],
    [
      'a second body',
      '</mj-column></mj-section></mj-body><mj-body><mj-section><mj-column>',
      ['3:36 second_element'],
    ],
    ['HTML in a column', '<p>Hello <b>you</b></p>', ['3:1 unknown_element', '3:10 unknown_element']],
    ['an element named like a member of every object', '<constructor />', ['3:1 unknown_element']],
    ['an include', '<mj-include path="/etc/passwd" />', ['3:1 include_refused']],
    [
      'an include within HTML',
      '<mj-raw><mj-include path="x"></mj-include></mj-raw>',
      ['3:9 include_refused'],
    ],
    [
      'style sheets that break off',
      '<mj-style>p{color:red</mj-style><mj-style inline="inline">\n a color}</mj-style>',
      ['3:12 css_unclosed_block', '4:9 css_unexpected_brace'],
    ],
  ])('reports %s', (_, content, expected) => {
    const found = faults(inColumn(content));
    for (const fault of expected) expect(found).toContainEqual(expect.stringContaining(fault));
    expect(found.length).toBeLessThanOrEqual(Math.max(expected.length, 6));
  });

  it.each([
    ['plain text', 'Hello', '1:1 root_missing'],
    ['HTML', '<p>Hello</p>', '1:1 root_missing'],
    ['an empty root', '\n<mjml></mjml>', '2:1 body_missing'],
    ['a body without a root', '<mj-body></mj-body>', '1:1 root_missing'],
    [
      'an element after the root',
      '<mjml><mj-body></mj-body></mjml>\n<mj-text>bye</mj-text>',
      '2:1 misplaced_element',
    ],
    ['a page of HTML with a value', `<html><body><p>${FILLER}</p></body></html>`, '1:1 root_missing'],
    ['text after the root', '<mjml><mj-body></mj-body></mjml>\nbye', '2:1 text_lost'],
  ])('refuses %s', (_, markup, fault) => {
    expect(faults(markup)).toEqual([fault]);
  });

  it.each([[FILLER.repeat(9)], [`<mjml>${FILLER.repeat(9)}</mjml>`]])(
    'assumes that a value may contain root or body',
    (markup) => {
      expect(faults(markup, true)).toEqual([]);
      expect(faults(markup)).not.toEqual([]);
    },
  );

  it('accepts an element from a value that is printed unescaped', () => {
    expect(faults(inColumn(FILLER.repeat(8)), true)).toEqual([]);
  });

  it('reports nothing but the comment if one is never closed', () => {
    expect(faults(inColumn('<mj-text>x</mj-text><!-- a'))).toEqual(['3:21 unclosed_comment']);
  });

  it('reports every missing end tag', () => {
    const names = fc.constantFrom('mj-section', 'mj-column', 'mj-wrapper', 'mj-hero');
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 8 }), fc.nat(7), (elements, which) => {
        const starts = elements.map((name) => `<${name}>`).join('');
        const ends = elements.toReversed().map((name) => `</${name}>`);
        const whole = `<mjml><mj-body>${starts}${ends.join('')}</mj-body></mjml>`;
        const left = ends.toSpliced(which % ends.length, 1).join('');
        const broken = `<mjml><mj-body>${starts}${left}</mj-body></mjml>`;
        expect(faults(whole)).toEqual([]);
        expect(faults(broken)).toEqual([expect.stringContaining('unclosed_element')]);
      }),
    );
  });
});

describe('markupLimitFault', () => {
  const nested = (depth: number) => '<mj-wrapper>'.repeat(depth) + '</mj-wrapper>'.repeat(depth);

  it.each([
    ['1,500 elements', '<mj-text></mj-text>'.repeat(1_500)],
    ['20 carousel images', '<mj-carousel-image/>'.repeat(20)],
    ['32 elements in each other', nested(32)],
    ['1,000 fonts', 'font-family:x;'.repeat(1_000)],
  ])('lets pass %s', (_, markup) => {
    expect(markupLimitFault(markup, DEFAULT_RENDER_LIMITS)).toBeNull();
  });

  it.each([
    ['1,501 elements', '<mj-text></mj-text>'.repeat(1_501), 'too_many_elements', 1_500 * 19],
    ['21 carousel images', '<mj-carousel-image/>'.repeat(21), 'too_many_images', 400],
    ['33 elements in each other', nested(33), 'nesting_too_deep', 32 * 12],
    ['the same after end tags of none', `</mj-a></mj-a>${nested(33)}`, 'nesting_too_deep', 14 + 32 * 12],
    ['1,001 fonts', 'font-family:x;'.repeat(1_001), 'too_many_fonts', 14_000],
    ['a long selector', `<mj-selector path="${'*'.repeat(129)}">`, 'selector_too_long', 0],
    ['21 selectors', '<mj-selector path="a" />'.repeat(21), 'too_many_selectors', 480],
  ])('refuses too many %s', (_, markup, code, offset) => {
    expect(markupLimitFault(markup, DEFAULT_RENDER_LIMITS)).toEqual(
      expect.objectContaining({ code, offset }),
    );
  });
});
