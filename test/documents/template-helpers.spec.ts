import { readFileSync } from 'node:fs';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { helpers } from '../../src/rendering/formats/handlebars/helpers.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';

const [, chapter = ''] = /\n## Helpers\n([^]*?)\n## /.exec(readFileSync('docs/templates.md', 'utf8')) ?? [];
const [, data = ''] = /```json\n([^]*?)```/.exec(chapter) ?? [];
/** The cells of the tables, without the backslash that Markdown needs before a |. */
const rows = chapter
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
const examples = rows.filter(({ length }) => length === 3);

describe('The chapter on helpers in docs/templates.md', () => {
  it('explains every helper in the words of GET /partner/emailKind', () => {
    const explained = rows.filter(({ length }) => length === 2);
    expect(explained).toEqual(
      [...helpers.values()].map(({ signature, meaning }) => [`\`${signature}\``, meaning]),
    );
  });

  it('has the example of every helper', () => {
    const shown = examples.map(([example]) => example);
    expect(shown).toEqual(
      expect.arrayContaining([...helpers.values()].map(({ example }) => `\`${example}\``)),
    );
  });

  it.each(examples)('shows what %s gives', async (example = '', swedish, english) => {
    const renderer = await Renderer.load();
    const source = new TemplateSource('html', 'hbs', example.slice(1, -1));
    const given = async (language: string) => {
      const html = await renderer.html(source, { language, ...JSON.parse(data) });
      return html.replace(/\s/g, ' ');
    };
    expect([await given('sv'), await given('en')]).toEqual([swedish, english]);
  });
});
