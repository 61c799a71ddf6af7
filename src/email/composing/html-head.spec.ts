import fc from 'fast-check';
import { withLanguage, withTitle } from './html-head.js';

const SUBJECT = 'Offer & <more>';
const TITLE = '<title>Offer &amp; &lt;more&gt;</title>';

describe('The title of an email', () => {
  it.each([
    [
      '<html><head><meta></head><body>x</body></html>',
      `<html><head>${TITLE}<meta></head><body>x</body></html>`,
    ],
    ['<html><head><title> </title></head></html>', `<html><head>${TITLE}</head></html>`],
    ['<HTML lang="sv"><BODY>x</BODY></HTML>', `<HTML lang="sv">${TITLE}<BODY>x</BODY></HTML>`],
    ['<!doctype html><body>x', `<!doctype html>${TITLE}<body>x`],
    ['<p>x</p>', `${TITLE}<p>x</p>`],
    [
      '<!--[if mso]><head><title>y</title><![endif]--><head></head>',
      `<!--[if mso]><head><title>y</title><![endif]--><head>${TITLE}</head>`,
    ],
    [
      '<head></head><body><svg><title>logo</title></svg>',
      `<head>${TITLE}</head><body><svg><title>logo</title></svg>`,
    ],
  ])('is the subject if the author gave none: %#', (html, titled) => {
    expect(withTitle(html, SUBJECT)).toBe(titled);
  });

  it('is the author’s if there is one', () => {
    const html = '<html><head><title dir="auto">Mine</title></head><body>x</body></html>';
    expect(withTitle(html, SUBJECT)).toBe(html);
  });

  it('changes nothing else, for any HTML and subject', () => {
    const markup = fc.array(
      fc.constantFrom('<head>', '<body>', '<html>', '<title>', '</title>', '<!--', '-->', '$&', 'x', '<'),
    );
    fc.assert(
      fc.property(markup, fc.string(), (parts, subject) => {
        const html = parts.join('');
        const titled = withTitle(html, `S${subject}`);
        if (titled === html) return;
        const start = titled.indexOf('<title>S');
        const end = titled.indexOf('</title>', start) + '</title>'.length;
        expect(html.startsWith(titled.slice(0, start))).toBe(true);
        expect(html.endsWith(titled.slice(end))).toBe(true);
        const replaced = html.slice(start, html.length - (titled.length - end));
        // The author's title is replaced only if it has no text outside of comments.
        expect(['', '<title></title>']).toContain(replaced.replaceAll(/<!--[^]*?-->/g, ''));
      }),
    );
  });
});

describe('The language of an email', () => {
  it.each([
    ['<html><head>', '<html lang="sv"><head>'],
    ['<!-- <html lang="en"> --><HTML dir=ltr>', '<!-- <html lang="en"> --><HTML lang="sv" dir=ltr>'],
    ['<!doctype html><html lang="und" dir="auto">', '<!doctype html><html lang="sv" dir="auto">'],
    ["<html dir='ltr' lang=''>", '<html dir=\'ltr\' lang="sv">'],
    ['<html lang="en">', '<html lang="en">'],
    ['<html xml:lang="en" lang=en-GB>', '<html xml:lang="en" lang=en-GB>'],
    ['<p>x</p>', '<p>x</p>'],
  ])('is that of the request if the author names none: %s', (html, expected) => {
    expect(withLanguage(html, 'sv')).toBe(expected);
  });
});
