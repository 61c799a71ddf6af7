import { TemplateSource } from './template-source.js';

describe('TemplateSource', () => {
  it.each([
    ['a single byte', 'x'],
    ['256 KiB', 'x'.repeat(262_144)],
    ['256 KiB of characters of two bytes', 'å'.repeat(131_072)],
  ])('can contain %s', (_, data) => {
    expect(TemplateSource.dataProblems(data)).toEqual([]);
  });

  it.each([
    ['nothing', '', 'too_short'],
    ['a byte more than 256 KiB', 'x'.repeat(262_145), 'too_long'],
    ['too many bytes in few characters', 'å'.repeat(131_073), 'too_long'],
    ['null', null, 'wrong_type'],
    ['a syntax tree of Handlebars', { type: 'Program', body: [] }, 'wrong_type'],
  ])('cannot contain %s', (_, data, code) => {
    expect(TemplateSource.dataProblems(data)).toEqual([expect.objectContaining({ pointer: '', code })]);
  });

  it('has the same digest if type, parser and text are the same', () => {
    const source = new TemplateSource('html', null, 'x');
    expect(source.equals(new TemplateSource('html', null, 'x'))).toBe(true);
    expect(source.equals(new TemplateSource('mjml', null, 'x'))).toBe(false);
    expect(source.equals(new TemplateSource('html', 'hbs', 'x'))).toBe(false);
    expect(source.equals(new TemplateSource('html', null, 'y'))).toBe(false);
  });
});
