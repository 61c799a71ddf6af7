import { createHash } from 'node:crypto';
import type { TemplateFault } from '../domain/template-fault.js';
import { textOf, tidied, wordsOf } from './text-part.js';
import { HtmlStructure } from './html-structure.js';
import { KeptStructures } from './kept-structures.js';
import type { MemoryBudget } from './memory-budget.js';
import { dataFreeKey } from './notation.js';
import type { MarkupRules } from './markup-rules.js';
import { SlotTokens } from './slot-tokens.js';
import type { Reading, StagedTemplate } from './staged-template.js';
import type { StoredStructures } from './stored-structures.js';
import { type Structure, structureOf } from './structure.js';
import { TextStructure } from './text-structure.js';

/** What an email is sent as. */
export interface RenderedBytes {
  /** In UTF-8, in a buffer of its own. */
  readonly html: Uint8Array;
  /** What the HTML says, as plain text. */
  readonly text: string;
  /** Addresses that were left out, or that lead nowhere, at their places in the template. */
  readonly addressFaults: readonly TemplateFault[];
}

/** What a staged renderer is made of. */
export interface StagedParts {
  /** Equal for equal templates under equal limits, and for no others. */
  readonly identity: string;
  readonly html: StagedTemplate;
  /** The same with slots that hold text alone; `html` itself where they do anyway. */
  readonly text: StagedTemplate;
  readonly rules: MarkupRules;
  /** The length of the template. */
  readonly size: number;
  readonly compile: (markup: string) => Promise<string>;
}

/** One template, ready to be rendered: its markup is compiled once for each structure that data gives it. */
export class StagedRenderer {
  private readonly htmls: KeptStructures<HtmlStructure>;
  private readonly texts: KeptStructures<TextStructure>;
  /** The memory it takes without its structures, in bytes. */
  readonly bytes: number;

  constructor(
    private readonly parts: StagedParts,
    budget: MemoryBudget,
  ) {
    const { html, text, size } = parts;
    this.bytes = size + html.bytes + (text === html ? 0 : text.bytes);
    this.htmls = new KeptStructures(budget);
    this.texts = new KeptStructures(budget);
  }

  /** How many structures of HTML are kept. */
  get keptCount(): number {
    return this.htmls.count;
  }

  /** Frees the memory of its structures. */
  clear(): void {
    this.htmls.clear();
    this.texts.clear();
  }

  /** @throws RenderRefusal */
  async html(variables: Readonly<Record<string, unknown>>, stored: StoredStructures): Promise<Uint8Array> {
    const reading = this.parts.html.read(variables);
    if (reading.isUnsafe) return bytesOf(await this.compileUnsafe(reading));
    // Most of the time all is there, and nothing has to be waited for.
    const kept = this.htmls.get(reading.key) ?? (await this.htmlFor(reading.key, stored));
    return kept.fill(reading.slots);
  }

  /** @throws RenderRefusal */
  async render(
    variables: Readonly<Record<string, unknown>>,
    stored: StoredStructures,
  ): Promise<RenderedBytes> {
    const { html, text } = this.parts;
    const reading = html.read(variables);
    if (reading.isUnsafe) {
      const made = await this.compileUnsafe(reading);
      return { html: bytesOf(made), text: textOf(made), addressFaults: reading.addressFaults };
    }
    const kept = this.htmls.get(reading.key) ?? (await this.htmlFor(reading.key, stored));
    const made = kept.fill(reading.slots);
    const textReading = text === html ? reading : text.read(variables);
    const { addressFaults } = reading;
    if (textReading.isUnsafe) return { html: made, text: textOf(textOfBytes(made)), addressFaults };
    const { key, slots } = textReading;
    const words = this.texts.get(key) ?? (await this.textFor(textReading, kept, stored));
    return { html: made, text: tidied(words.fill(slots)), addressFaults };
  }

  private compileUnsafe({ key }: Reading): Promise<string> {
    return this.parts.compile(this.parts.html.markupOf(key, new SlotTokens()));
  }

  private async htmlFor(key: string, stored: StoredStructures): Promise<HtmlStructure> {
    const { html, rules, compile } = this.parts;
    const made = await this.madeOnce('html', key, stored, async (tokens) =>
      structureOf(await compile(html.markupOf(key, tokens)), tokens, rules.narrows),
    );
    const structure = new HtmlStructure(made);
    this.htmls.keep(key, structure);
    return structure;
  }

  /** `compiled`: the structure of the HTML for the same data. */
  private async textFor(
    { key, slots }: Reading,
    compiled: HtmlStructure,
    stored: StoredStructures,
  ): Promise<TextStructure> {
    const { html, text, compile } = this.parts;
    const made = await this.madeOnce('text', key, stored, async (tokens) => {
      const markup =
        text === html
          ? textOfBytes(compiled.fill(slots.map((_, slot) => tokens.tokenOf(slot))))
          : await compile(text.markupOf(key, tokens));
      return structureOf(wordsOf(markup), tokens, false);
    });
    const structure = new TextStructure(made);
    this.texts.keep(key, structure);
    return structure;
  }

  /** A structure that is stored, or is then; but none that holds data, which is not for storing. */
  private async madeOnce(
    use: 'html' | 'text',
    key: string,
    stored: StoredStructures,
    make: (tokens: SlotTokens) => Promise<Structure>,
  ): Promise<Structure> {
    const storedKey = dataFreeKey(key);
    if (storedKey === null) return make(new SlotTokens());
    const digest = createHash('sha256').update(`${use} ${this.parts.identity} ${storedKey}`).digest('hex');
    const found = await stored.load(digest);
    if (found !== null) return found;
    const made = await make(new SlotTokens());
    stored.save(digest, made);
    return made;
  }
}

function bytesOf(made: string): Uint8Array {
  return new TextEncoder().encode(made);
}

function textOfBytes(made: Uint8Array): string {
  return Buffer.from(made.buffer).toString();
}
