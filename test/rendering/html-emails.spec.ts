import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { recipient } from '../../bench/rendering/people.js';
import { DEMO_TEMPLATE } from '../../src/demo/demo-template.js';
import { languages } from '../../src/rendering/domain/email-request.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { emailKinds, sampleVariables } from '../../src/rendering/emails/email-kinds.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';

const FOLDER = 'test/rendering/html-emails';
const BENCHMARKS = 'bench/rendering/templates';
/** The codes about tags that do not match, and about unknown properties. */
const OF_MARKUP = new Set([
  'misplaced_element',
  'unclosed_comment',
  'unclosed_element',
  'unclosed_quote',
  'unclosed_tag',
  'unexpected_end_tag',
  'unknown_property',
  'wrong_nesting',
]);

describe('A correct HTML email', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await Renderer.load();
  });

  async function warningsOf(source: TemplateSource): Promise<string[]> {
    expect((await renderer.check(source, null)).faults).toEqual([]);
    const { warnings } = await renderer.report(source, {}, null);
    expect(warnings.length).toBeLessThan(100);
    return warnings
      .filter(({ code }) => OF_MARKUP.has(code))
      .map(({ line, column, code, message }) => `${line}:${column} ${code} ${message}`);
  }

  const read = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');
  const html = (data: string, parser: string | null = 'hbs') => new TemplateSource('html', parser, data);

  it.each(readdirSync(FOLDER))('gets no warnings of tags and properties: %s', async (file) => {
    expect(await warningsOf(html(read(FOLDER, file)))).toEqual([]);
  });

  it.each(readdirSync(FOLDER))('gets no such warnings once it is rendered: %s', async (file) => {
    for (const kind of Object.keys(emailKinds)) {
      for (const language of languages) {
        const sample = sampleVariables(kind, language, 2026) ?? {};
        const made = await renderer.html(html(read(FOLDER, file)), sample);
        // With this data, one part is rendered without its start or its end.
        if (file !== 'branches.html' && file !== 'raw-parts.html') {
          expect(await warningsOf(html(made, null))).toEqual([]);
        }
      }
    }
  });

  it.each(Object.keys(emailKinds))('gets no such warnings as the default template of %s', async (kind) => {
    for (const language of languages) {
      const source = emailKinds[kind]!.defaultTemplate[language];
      expect(await warningsOf(source)).toEqual([]);
      const made = await renderer.html(source, sampleVariables(kind, language, 2026) ?? {});
      expect(await warningsOf(html(made, null))).toEqual([]);
    }
  });

  it('gets no such warnings as the demo template', async () => {
    const demo = new TemplateSource('mjml', 'hbs', DEMO_TEMPLATE);
    expect(await warningsOf(demo)).toEqual([]);
    const made = await renderer.html(demo, sampleVariables('document', 'en', 2026) ?? {});
    expect(await warningsOf(html(made, null))).toEqual([]);
  });

  it.each(readdirSync(BENCHMARKS))('gets no such warnings when MJML has compiled it: %s', async (file) => {
    const source = new TemplateSource('mjml', 'hbs', read(BENCHMARKS, file));
    expect(await warningsOf(source)).toEqual([]);
    for (let number = 0; number < 4; number += 1) {
      const made = await renderer.html(source, recipient(number));
      expect(await warningsOf(html(made, null))).toEqual([]);
    }
  });
});
