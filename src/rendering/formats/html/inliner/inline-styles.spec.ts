import { inlineStyles } from './inline-styles.js';
import { BudgetExceeded } from './work-budget.js';

/** The inlined body, given a style sheet. */
function inlined(css: string, body: string): string {
  const head = `<!doctype html><style>${css}</style>`;
  const made = inlineStyles(head + body);
  return made.slice(made.indexOf('</style>') + '</style>'.length);
}

/** The style sheet that remains. */
function sheet(css: string, body: string): string {
  const made = inlineStyles(`<!doctype html><style>${css}</style>${body}`);
  return made.slice(made.indexOf('<style>') + '<style>'.length, made.indexOf('</style>'));
}

describe('inlineStyles', () => {
  it.each([
    ['p{color:red}', '<p>x</p>', '<p style="color: red;">x</p>'],
    ['P{COLOR:red}', '<P class=a>x</P>', '<P style="color: red;" class=a>x</P>'],
    [
      '#a{margin:0} .b{margin:1px} p{margin:2px}',
      '<p id="a" class="b">',
      '<p style="margin: 0;" id="a" class="b">',
    ],
    ['[data-x="1"]{color:red}', '<p data-x=1><br/>', '<p style="color: red;" data-x=1><br/>'],
    [
      'div > p + b ~ i{color:red}',
      '<div><p></p><b></b><u></u><i>',
      '<div><p></p><b></b><u></u><i style="color: red;">',
    ],
    ['br{margin:0}', '<br/>', '<br style="margin: 0;"/>'],
    ['/* p { color: blue } */ p /* , b */ {color:red}', '<p><b>', '<p style="color: red;"><b>'],
    [
      'p{background:red;background:linear-gradient(red,blue)}',
      '<p>',
      '<p style="background: red; background: linear-gradient(red,blue);">',
    ],
  ])('inlines %j into %j', (css, body, expected) => {
    expect(inlined(css, body)).toBe(expected);
  });

  it.each([
    ['an odd declaration', 'p{color:red}', '<p style=";">', '<p style="color: red; ;">'],
    ['a declaration without a colon', 'p{color:red}', '<p style="foo">', '<p style="color: red; foo">'],
    [
      'a quoted font name',
      'p{font-family:"Nunito Sans",serif}',
      '<p style="font-family:&quot;A B&quot;">',
      '<p style="font-family:&quot;A B&quot;">',
    ],
    [
      'a quoted font name of the sheet',
      'p{font-family:"Nunito Sans",serif}',
      '<p>',
      `<p style="font-family: 'Nunito Sans',serif;">`,
    ],
    [
      'a quote in single quotes',
      `p{font-family:'A "b"'}`,
      `<p style=''>`,
      `<p style='font-family: &#39;A "b"&#39;; '>`,
    ],
    ['an unquoted attribute', 'p{margin:0}', '<p style=color:red>', '<p style="margin: 0; color:red">'],
    [
      'an address with an ampersand',
      'p{background:url(a?b=1&copy=2)}',
      '<p>',
      '<p style="background: url(a?b=1&amp;copy=2);">',
    ],
    ['its own declaration', 'p{color:red}', '<p style="color:blue">', '<p style="color:blue">'],
    [
      'an important rule',
      'p{color:red!important}',
      '<p style="color:blue">',
      '<p style="color:blue; color: red;">',
    ],
  ])('keeps %s in a style attribute', (_, css, body, expected) => {
    expect(inlined(css, body)).toBe(expected);
  });

  it.each([
    ['a:hover{color:red}', '<a>'],
    ['p::before{color:red}', '<p>'],
    ['@media print{p{color:red}}', '<p>'],
    ['@supports (display:grid){p{color:red}}', '<p>'],
    ['@layer a{p{color:red}}', '<p>'],
    ['p{--own:red}', '<p>'],
    ['p:made-up, p{color:red}', '<p>'],
    ['.a..b{color:red}', '<p class="a b">'],
    ['[style*="red"]{margin:0} p{color:red}', '<p>'],
  ])('leaves %j in its sheet', (css, body) => {
    expect(inlined(css, body)).toBe(body);
  });

  it('lets media queries and pseudo-classes win over inlined styles', () => {
    const css = 'p{color:red} p:hover{color:blue} @media (max-width:480px){p{color:green}}';
    expect(inlined(css, '<p>')).toBe('<p style="color: red;">');
    expect(sheet(css, '<p>')).toBe(
      'p{color:red} p:hover{color:blue !important} @media (max-width:480px){p{color:green !important}}',
    );
  });

  it('leaves a property in the sheet if a media query must win over it and a style attribute over the query', () => {
    const css = 'p{margin:0;color:red} @media (max-width:480px){p{color:green}}';
    expect(inlined(css, '<p><p style="color:blue">')).toBe(
      '<p style="margin: 0;"><p style="margin: 0; color:blue">',
    );
    expect(sheet(css, '<p><p style="color:blue">')).toBe(css);
  });

  it('leaves style elements with data-embed or for some clients unchanged', () => {
    const body = '<p>x</p>';
    for (const open of ['<style data-embed>', '<style media="print">', '<!--[if mso]><style>']) {
      const end = open.startsWith('<!') ? '</style><![endif]-->' : '</style>';
      const html = `${open}p{color:red}${end}${body}`;
      expect(inlineStyles(html)).toBe(html);
    }
    const revealed = `<!--[if !mso]><!--><style>p{color:red}</style><!--<![endif]-->${body}`;
    expect(inlineStyles(revealed)).toBe(revealed);
  });

  it('keeps everything else byte for byte', () => {
    const start =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"><HTML>\r\n<style>b{color:red}</style><BODY  bgcolor=red>';
    const end =
      "&nbsp;&amp;<!--[if mso]><p><b>x</b><![endif]--><![if !mso]><i title='\"' ></i ><![endif]>\r\n<p>x<p>y</BODY>";
    expect(inlineStyles(`${start}<b >x</b>${end}`)).toBe(`${start}<b style="color: red;" >x</b>${end}`);
  });

  it('does not inline into a tag that browsers turn into several elements', () => {
    const html = '<style>p b{color:red}</style><p><b>x<p>y</b>';
    expect(inlineStyles(html)).toBe(html);
  });

  it('accepts style sheets of real themes: 1,500 selectors in 64 KB', () => {
    const rules = Array.from(
      { length: 1_500 },
      (_, index) => `.class-${index} td, #id-${index} { color: #123456 }`,
    );
    const body = '<table class="class-7"><tr><td>x</td></tr></table>';
    expect(inlined(rules.join('\n'), body)).toContain('<td style="color: #123456;">');
  });

  it.each([
    [
      'selectors that any element may match',
      `<style>${'* * * *{color:red}'.repeat(1_500)}</style>${'<p><b>'.repeat(200)}`,
    ],
    ['elements in each other', `<style>p{color:red}</style>${'<div>'.repeat(100_000)}`],
    [
      'attributes',
      `<style>p{color:red}</style><p ${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(' ')}>`,
    ],
    ['elements', `<style>p{color:red}</style>${'<p>'.repeat(40_000)}`],
    ['inlined text', `<style>p{font-family:${'a'.repeat(1_000)}}</style>${'<p>'.repeat(1_000)}`],
  ])('gives up on too many %s', (_, html) => {
    expect(() => inlineStyles(html)).toThrow(BudgetExceeded);
  });

  it.each([
    ['a style sheet', `<style>${'}{;:@'.repeat(40_000)}</style><p>x</p>`],
    ['a style attribute', `<style>p{color:red}</style><p style="${'a b;'.repeat(40_000)}">x</p>`],
  ])('gives up %s that consists of mistakes', (_, html) => {
    expect(() => inlineStyles(html)).toThrow(BudgetExceeded);
  });
});
