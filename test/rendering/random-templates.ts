import fc from 'fast-check';
import { HtmlTemplateWriter } from './html-template-writer.js';
import { MjmlTemplateWriter } from './mjml-template-writer.js';
import { randomVariables } from './random-variables.js';
import type { Draw, TemplateWriter } from './template-writer.js';

/** A random template, and various data for it. */
export interface RandomCase {
  readonly data: string;
  readonly variables: readonly Readonly<Record<string, unknown>>[];
}

/** Templates in MJML with expressions wherever one is allowed, and data of every kind. */
export function randomMjmlCase(): fc.Arbitrary<RandomCase> {
  return casesBy((draw) => new MjmlTemplateWriter(draw));
}

/** Templates in HTML, with styles or without, and data of every kind. */
export function randomHtmlCase(): fc.Arbitrary<RandomCase> {
  return casesBy((draw) => new HtmlTemplateWriter(draw));
}

function casesBy(writerOf: (draw: Draw) => TemplateWriter): fc.Arbitrary<RandomCase> {
  return fc.gen().map((g) => {
    const draw: Draw = (arbitrary) => g(() => arbitrary);
    const data = writerOf(draw).template();
    return { data, variables: [0, 1, 2].map(() => draw(randomVariables)) };
  });
}
