import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';
import { compressed, decompressed } from '../../src/rendering/staged/compression.js';
import type { StoredStructures } from '../../src/rendering/staged/stored-structures.js';
import { decodeStructure, encodeStructure } from '../../src/rendering/staged/structure-format.js';
import { recipient } from '../../bench/rendering/people.js';
import { comparable } from './naive.js';

/** The table of the database, in memory. */
class StoredInMemory implements StoredStructures {
  readonly rows = new Map<string, Uint8Array>();
  loads = 0;

  load(digest: string): Promise<Uint8Array | null> {
    this.loads += 1;
    return Promise.resolve(this.rows.get(digest) ?? null);
  }

  save(digest: string, compressed: Uint8Array): void {
    this.rows.set(digest, compressed);
  }
}

function mjml(content: string): TemplateSource {
  const data = `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;
  return new TemplateSource('mjml', 'hbs', data);
}

function textOf(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes).toString();
}

const TEMPLATES = 'bench/rendering/templates';
const PERSONAL = 'Ada-Lovell-1815';

describe('Stored structures', () => {
  const sources: readonly [string, TemplateSource][] = [
    ['text', mjml('<mj-text>Hello {{name}}, {{#if name}}<b>{{name}}</b>{{/if}}</mj-text>')],
    [
      'attributes',
      mjml('<mj-button href="https://x.example/{{name}}" title="{{name}}">{{name}}</mj-button>'),
    ],
    [
      'logic',
      mjml(
        '{{#each list}}<mj-text>{{this}}</mj-text>{{/each}}{{#unless list}}<mj-text>-</mj-text>{{/unless}}',
      ),
    ],
    ['HTML', new TemplateSource('html', 'hbs', '<style>p{color:red}</style><p>{{name}}</p>')],
    ['a literal', new TemplateSource('html', null, '<p>{{name}}</p>')],
    [
      'the language of a page',
      new TemplateSource(
        'mjml',
        'hbs',
        '<mjml lang="{{name}}"><mj-body><mj-raw>{{name}}</mj-raw></mj-body></mjml>',
      ),
    ],
    [
      'the title, links and conditional comments of styled HTML',
      new TemplateSource(
        'html',
        'hbs',
        '<html lang="{{name}}"><title>{{name}}</title><style>a[href]{color:red} [dir=rtl] a{margin:0}</style><!--[if mso]><i title="{{name}}">{{name}}</i><![endif]--><a href="https://x.example/{{name}}">{{name}}</a>',
      ),
    ],
  ];

  it.each(sources)('serve a fresh thread what another one compiled: %s', async (_, source) => {
    const stored = new StoredInMemory();
    const variables = { name: PERSONAL, list: [PERSONAL, 'b'] };
    const [first, second] = [await Renderer.load(), await Renderer.load()];
    const compiled = await first.renderBytes(source, variables, stored);
    const { size } = stored.rows;
    expect(size).toBeGreaterThan(0);
    // Marks the stored structure, to show that the second thread uses it.
    for (const [digest, row] of stored.rows) {
      const structure = decodeStructure(row);
      // The program of the template.
      if (structure === null) continue;
      const { texts, ...rest } = structure;
      stored.rows.set(
        digest,
        encodeStructure({ ...rest, texts: [Buffer.from(`planted ${textOf(texts[0])}`), ...texts.slice(1)] }),
      );
    }
    const other = { name: 'Åsa', list: ['c', 'd'] };
    const rendered = await second.renderBytes(source, other, stored);
    const fresh = await first.render(source, other);
    expect(comparable(Buffer.from(rendered.html).toString())).toBe(`planted ${comparable(fresh.html)}`);
    expect(stored.rows.size).toBe(size);
    expect(compiled.text).toContain(source.parser === null ? '{{name}}' : PERSONAL);
  });

  it.each([
    ['a width', mjml('<mj-image src="https://x.example/a.png" width="{{name}}" />')],
    ['a class', mjml('<mj-text css-class="{{name}}">x</mj-text>')],
    ['a tag', mjml('{{{name}}}')],
    ['a style', mjml('<mj-text><i style="font-family:{{name}}">x</i></mj-text>')],
    [
      'elements of an unescaped block',
      mjml('<mj-text>{{{name}}} {{#if name}}<b>{{name}}</b>{{/if}}</mj-text>'),
    ],
    [
      'an attribute that a selector compares',
      new TemplateSource('html', 'hbs', '<style>[title=a]{color:red}</style><p title="{{name}}">x</p>'),
    ],
    [
      'an attribute that an unknown selector may compare',
      new TemplateSource('html', 'hbs', '<style>[\\74itle=a]{color:red}</style><p title="{{name}}">x</p>'),
    ],
    ['styled HTML', new TemplateSource('html', 'hbs', '<style>.{{name}}{color:red}</style><p>{{name}}</p>')],
  ])('contain no value of a variable: %s', async (_, source) => {
    const stored = new StoredInMemory();
    const renderer = await Renderer.load();
    for (const name of [PERSONAL, `<b>${PERSONAL}</b>`, ` ${PERSONAL} `, `{{${PERSONAL}}}`]) {
      await renderer.renderBytes(source, { name }, stored).catch(() => null);
    }
    for (const row of stored.rows.values()) expect(decompressed(row)!.toString()).not.toContain(PERSONAL);
  });

  it.each(readdirSync(TEMPLATES))('are stored for every template of the benchmark: %s', async (file) => {
    const stored = new StoredInMemory();
    const renderer = await Renderer.load();
    const source = new TemplateSource('mjml', 'hbs', readFileSync(path.join(TEMPLATES, file), 'utf8'));
    for (const number of [0, 1]) await renderer.renderBytes(source, recipient(number), stored);
    // The program, the structures of HTML, and at least one of text.
    expect(stored.rows.size).toBeGreaterThan(1 + renderer.keptCount);
  });

  it('are compiled again if the stored one is corrupt', async () => {
    const stored = new StoredInMemory();
    const [source] = [mjml('<mj-text>{{name}}</mj-text>')];
    const [first, second] = [await Renderer.load(), await Renderer.load()];
    await first.renderBytes(source, { name: 'a' }, stored);
    const rows = [...stored.rows];
    for (const [digest] of rows) stored.rows.set(digest, compressed(Buffer.from('[[1],[1],[]]\na')));
    expect((await second.renderBytes(source, { name: 'Bo' }, stored)).text).toContain('Bo');
    expect([...stored.rows]).toEqual(rows);
  });

  it('are read from storage only', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.nat(9), fc.boolean())), fc.string(), (parts, last) => {
        const structure = {
          texts: [...parts.map(([text]) => text), last].map((text) => Buffer.from(text)),
          slots: parts.map(([, slot]) => slot),
          narrow: parts.map(([, , isNarrow]) => isNarrow),
        };
        const decoded = decodeStructure(encodeStructure(structure))!;
        expect({ ...decoded, texts: decoded.texts.map(textOf) }).toEqual({
          ...structure,
          texts: structure.texts.map(textOf),
        });
      }),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json().map((text) => compressed(Buffer.from(`${text}\n`))),
          fc.uint8Array(),
        ),
        (bytes) => {
          const decoded = decodeStructure(bytes);
          if (decoded !== null) expect(decoded.texts).toHaveLength(decoded.slots.length + 1);
        },
      ),
    );
  });
});
