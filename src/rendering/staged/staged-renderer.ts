/**
 * Renders one template for many recipients. Handlebars runs first, with the real data, because MJML's layout depends on
 * it. This is fast because the markup is compiled once per structure that the data leads to, not once per email.
 *
 * One render:
 *
 *   variables → StagedTemplate.read → a key, and the values of its slots
 *     unsafe    a value may change how the markup is read: compile everything for this email, and cache nothing
 *     cached    the structure of this key is in the thread's memory (StructureCache): fill in the values
 *     stored    another thread has stored it (StoredStructures): load, cache and fill it
 *     new       compile the markup with tokens in its slots, and split the result at the tokens; cache, store and
 *               fill it
 *
 * A key consists of marks for the template's texts and slots (notation.ts), and of the output of expressions that the
 * layout depends on. That output may be personal data, so the structure of such a key is cached but never stored.
 *
 * The text part has structures too. If every slot of the HTML contains plain text, a text structure is made from the
 * HTML filled with tokens. Otherwise the template is staged a second time, with elements as part of the structure.
 */
import { createHash } from 'node:crypto';
import type { TemplateFault } from '../domain/template-fault.js';
import { textOf, tidied, wordsOf } from './text-part.js';
import { HtmlStructure } from './html-structure.js';
import { StructureCache } from './structure-cache.js';
import type { MemoryBudget } from './memory-budget.js';
import { dataFreeKey } from './notation.js';
import type { MarkupRules } from './markup-rules.js';
import { SlotTokens } from './slot-tokens.js';
import type { Reading, StagedTemplate } from './staged-template.js';
import type { StoredStructures } from './stored-structures.js';
import { type Structure, structureOf } from './structure.js';
import { decodeStructure, encodeStructure } from './structure-format.js';
import { TextStructure } from './text-structure.js';

/** A rendered email. */
export interface RenderedBytes {
  /** UTF-8, in its own buffer. */
  readonly html: Uint8Array;
  /** The HTML as plain text. */
  readonly text: string;
  /** Faults of addresses that were removed or lead nowhere, with locations in the template. */
  readonly addressFaults: readonly TemplateFault[];
}

/** What a staged renderer consists of. */
export interface StagedParts {
  /** Identifies the template and the limits. */
  readonly identity: string;
  readonly html: StagedTemplate;
  /** The template staged with plain-text slots only; `html` itself if it has no others. */
  readonly text: StagedTemplate;
  readonly rules: MarkupRules;
  /** The length of the template. */
  readonly size: number;
  readonly compile: (markup: string) => Promise<string>;
}

/** One template, ready to render. See the top of this file. */
export class StagedRenderer {
  private readonly htmls: StructureCache<HtmlStructure>;
  private readonly texts: StructureCache<TextStructure>;

  /**
   * @param budget null if its structures are not cached
   * @param uses how often the template was used lately
   */
  constructor(
    private readonly parts: StagedParts,
    budget: MemoryBudget | null,
    uses: () => number,
  ) {
    this.htmls = new StructureCache(budget, uses);
    this.texts = new StructureCache(budget, uses);
  }

  /** The memory without structures. */
  static bytesOf({ html, text, size }: StagedParts): number {
    return size + html.bytes + (text === html ? 0 : text.bytes);
  }

  /** The number of cached HTML structures. */
  get keptCount(): number {
    return this.htmls.count;
  }

  /** The markup with variables bound, before it is compiled. @throws RenderRefusal */
  boundMarkup(variables: Readonly<Record<string, unknown>>): string {
    return this.parts.html.boundMarkup(variables);
  }

  /** Frees the memory of the structures. */
  clear(): void {
    this.htmls.clear();
    this.texts.clear();
  }

  /** @throws RenderRefusal */
  async html(
    variables: Readonly<Record<string, unknown>>,
    stored: StoredStructures | null,
  ): Promise<Uint8Array> {
    const reading = this.parts.html.read(variables);
    if (reading.isUnsafe) return bytesOf(await this.compileUnsafe(reading));
    // Await only on a miss, because most renders find their structure.
    const kept = this.htmls.get(reading.key) ?? (await this.htmlFor(reading.key, stored));
    return kept.fill(reading.slots);
  }

  /** @throws RenderRefusal */
  async render(
    variables: Readonly<Record<string, unknown>>,
    stored: StoredStructures | null,
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

  private async htmlFor(key: string, stored: StoredStructures | null): Promise<HtmlStructure> {
    const { html, rules, compile } = this.parts;
    const made = await this.madeOnce('html', key, stored, async (tokens) =>
      structureOf(await compile(html.markupOf(key, tokens)), tokens, rules.narrows),
    );
    const structure = new HtmlStructure(made);
    this.htmls.keep(key, structure);
    return structure;
  }

  /** @param compiled the HTML structure for the same data */
  private async textFor(
    { key, slots }: Reading,
    compiled: HtmlStructure,
    stored: StoredStructures | null,
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

  /** Loads a structure, or makes and stores it. Does not store structures with data in their key. */
  private async madeOnce(
    use: 'html' | 'text',
    key: string,
    stored: StoredStructures | null,
    make: (tokens: SlotTokens) => Promise<Structure>,
  ): Promise<Structure> {
    const storedKey = stored === null ? null : dataFreeKey(key);
    if (stored === null || storedKey === null) return make(new SlotTokens());
    const digest = createHash('sha256').update(`${use} ${this.parts.identity} ${storedKey}`).digest('hex');
    const found = await stored.load(digest);
    const structure = found === null ? null : decodeStructure(found);
    if (structure !== null) return structure;
    const made = await make(new SlotTokens());
    stored.save(digest, encodeStructure(made));
    return made;
  }
}

function bytesOf(made: string): Uint8Array {
  return new TextEncoder().encode(made);
}

function textOfBytes(made: Uint8Array): string {
  return Buffer.from(made.buffer).toString();
}
