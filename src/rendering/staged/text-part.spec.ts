import { textOf } from './text-part.js';

describe('textOf', () => {
  it('separates cells by a blank and rows by a line', () => {
    const table =
      '<table><tr><td>a</td><td>b</td></tr><tr><th>c</th><td><table><tr><td>d</td><td>e</td></tr></table></td></tr></table>';
    expect(textOf(table).replaceAll(/\n+/g, '\n')).toBe('a b\nc\nd e');
  });

  it('shows addresses after the text of their links, or once if both are the same', () => {
    expect(
      textOf('<a href="https://x.example/a">Open</a> <a href="https://x.example/">https://x.example/</a>'),
    ).toBe('Open <https://x.example/a> https://x.example/');
  });

  it('separates paragraphs by one blank line, whichever elements they are', () => {
    const cell = (content: string) => `<tr><td style="padding:10px">${content}</td></tr>`;
    const items = '<table><tr><td>Oven</td><td>5 kr</td></tr><tr><td>Sink</td><td>6 kr</td></tr></table>';
    const list = '<ul><li>one</li><li>two</li></ul>';
    const html = `<table>${cell('<div>Dear Ada,</div>')}${cell('First<br>line')}${cell(`<p>a</p><p>b</p>${list}`)}${cell(items)}${cell('End')}</table>`;
    expect(textOf(html)).toBe(
      'Dear Ada,\n\nFirst\nline\n\na\n\nb\n\n * one\n * two\n\nOven 5 kr\nSink 6 kr\n\nEnd',
    );
  });

  it('keeps links apart, and shows a telephone number once', () => {
    const link = (href: string, words: string) => `<a href="${href}">${words}</a>`;
    expect(textOf(`${link('https://x.example/a', 'A')}${link('https://x.example/b', 'B')}, c`)).toBe(
      'A <https://x.example/a> B <https://x.example/b>, c',
    );
    expect(textOf(`${link('tel:+46-812', '+46 (8) 12')} ${link('tel:+4681234', 'call')}`)).toBe(
      '+46 (8) 12 call <tel:+4681234>',
    );
  });

  it('shows the alternative text of images, and no hidden text', () => {
    const html =
      '<title>T</title><style>p{}</style><div style="display:none;x">preview</div><h1>Hello</h1><img src="a.png" alt="Logo"><img src="b.png">';
    expect(textOf(html)).toBe('Hello\n\nLogo');
  });

  it('leaves at most one blank line between paragraphs of nested tables', () => {
    const nested = '<table><tr><td><table><tr><td><p>a</p></td></tr></table></td></tr></table>';
    expect(textOf(`${nested}<p>&nbsp;</p><br><br><br>${nested}`)).not.toMatch(/\n\s*\n\s*\n/);
    expect(textOf(`${nested}<br><br><br>${nested}`)).toBe('a\n\na');
  });

  it('survives markup of any depth', () => {
    const deep = 20_000;
    expect(textOf(`${'<div>'.repeat(deep)}x${'</div>'.repeat(deep)}`)).toBe('…');
  });
});
