import { readMarkup } from '../formats/shared/tags.js';
import { mailClientWarnings } from './mail-client-rules.js';

const found = (markup: string) =>
  mailClientWarnings(readMarkup(markup)).map(
    ({ offset, message }) => `${offset} ${message.split(' ', 1).join('')}`,
  );

describe('mailClientWarnings', () => {
  it.each([
    ['an element', '<p>x</p><video></video>', ['8 <video>']],
    [
      'a property, once',
      '<p style="color:red; position: absolute"><b style="position:fixed">x</b></p>',
      ['21 position'],
    ],
    ['a value', '<p style="display: grid">x</p>', ['10 display:grid']],
    ['a function', '<style>p { width: max(1px, 2px) }</style>', ['11 max()']],
    ['variables', '<style>p { color: var(--c) }</style>', ['11 var()']],
    [
      'a rule and a selector',
      '<mj-style>@import "a";\n a:has(b) { color: red }</mj-style>',
      ['10 @import', '25 :has'],
    ],
    [
      'nothing within @supports, which has an alternative',
      '<style>@supports (display: grid) { @media (max-width: 9px) { p { display: grid } } } b { position: fixed }</style>',
      ['89 position'],
    ],
    ['nothing that only decorates', '<style>a:hover { box-shadow: 0 0 1px red; opacity: 0.5 }</style>', []],
    ['nothing in comments', '<style>/* position: fixed */ p { color: red }</style>', []],
    ['nothing that works everywhere', '<table><tr><td style="padding:0;color:red">x</td></tr></table>', []],
    ['nothing that MJML does itself', '<style>@media (max-width:9px) { p { color: red } }</style>', []],
  ])('names %s', (_, markup, expected) => {
    expect(found(markup)).toEqual(expected);
  });

  it('names the clients without support, and a page with details', () => {
    const [warning] = mailClientWarnings(readMarkup('<p style="position:fixed">x</p>'));
    expect(warning?.code).toBe('unsupported_by_mail_clients');
    expect(warning?.message).toMatch(
      /^position does not work in .*(Gmail|Outlook).* and .*: see that .* \(https:\/\/www\.caniemail\.com\//,
    );
  });
});
