import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { recipient } from '../../bench/rendering/people.js';
import { TemplateSource } from '../../src/rendering/domain/template-source.js';
import { Renderer } from '../../src/rendering/renderer/renderer.js';
import { comparable, renderNaively } from './naive.js';

const FOLDER = 'bench/rendering/templates';

describe('A template of the benchmark', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await Renderer.load();
  });

  it.each(readdirSync(FOLDER))(
    'compiles without a fault, and is sent like naive rendering: %s',
    async (file) => {
      const data = readFileSync(path.join(FOLDER, file), 'utf8');
      const source = new TemplateSource('mjml', 'hbs', data);
      expect((await renderer.check(source, null)).faults).toEqual([]);
      // All data that templates branch on differs among these.
      for (let number = 0; number < 12; number += 1) {
        const { html, text } = await renderer.render(source, recipient(number));
        expect({ html: comparable(html), text }).toEqual(
          await renderNaively('mjml', data, recipient(number)),
        );
      }
    },
  );
});
