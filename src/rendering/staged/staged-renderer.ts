import { textOf, withoutRepeatedAddresses, wordsOf } from '../text-part.js';
import type { MarkupRules } from './place.js';
import { textOfSlot } from './slot-text.js';
import type { Reading, StagedTemplate } from './staged-template.js';
import { SlotTokens, Structure } from './structure.js';
import type { StructureCache } from './structure-cache.js';

/** What an email is sent as. */
export interface Rendered {
  readonly html: string;
  /** What the HTML says, as plain text. */
  readonly text: string;
}

/** What a staged renderer is made of. */
export interface StagedParts {
  /** Equal for equal templates, and for no others. */
  readonly digest: string;
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
  /** About how many bytes of memory it takes. */
  readonly bytes: number;

  constructor(
    private readonly parts: StagedParts,
    private readonly structures: StructureCache<Structure>,
  ) {
    this.bytes = 16 * parts.size;
  }

  /** @throws RenderRefusal */
  async html(variables: Readonly<Record<string, unknown>>): Promise<string> {
    const reading = this.parts.html.read(variables);
    // Most of the time all is there, and nothing has to be waited for.
    const kept = reading.isWild ? undefined : this.structures.get(this.nameOf('html', reading.key));
    return kept === undefined ? this.htmlOf(reading) : kept.fill(reading.slots);
  }

  /** @throws RenderRefusal */
  async render(variables: Readonly<Record<string, unknown>>): Promise<Rendered> {
    const { html, text } = this.parts;
    const reading = html.read(variables);
    const made = await this.htmlOf(reading);
    const textReading = text === html ? reading : text.read(variables);
    return { html: made, text: textReading.isWild ? textOf(made) : await this.textOf(textReading) };
  }

  private async htmlOf({ key, slots, isWild }: Reading): Promise<string> {
    const { html, compile } = this.parts;
    if (isWild) return compile(html.markupOf(key, new SlotTokens()));
    return (await this.structureOf('html', html, key)).fill(slots);
  }

  private async textOf({ key, slots }: Reading): Promise<string> {
    return withoutRepeatedAddresses((await this.wordsOf(key, slots.length)).fill(slots, textOfSlot));
  }

  private async wordsOf(key: string, slotCount: number): Promise<Structure> {
    const { text, html } = this.parts;
    const name = this.nameOf('words', key);
    const kept = this.structures.get(name);
    if (kept !== undefined) return kept;
    const base = await this.structureOf(text === html ? 'html' : 'base', text, key);
    const tokens = new SlotTokens();
    const words = Array.from({ length: slotCount }, (_, slot) => tokens.tokenOf(slot));
    const structure = Structure.of(wordsOf(base.fill(words)), tokens, false);
    this.structures.keep(name, structure);
    return structure;
  }

  private async structureOf(use: 'html' | 'base', template: StagedTemplate, key: string): Promise<Structure> {
    const name = this.nameOf(use, key);
    const kept = this.structures.get(name);
    if (kept !== undefined) return kept;
    const tokens = new SlotTokens();
    const made = await this.parts.compile(template.markupOf(key, tokens));
    const structure = Structure.of(made, tokens, this.parts.rules.narrows);
    this.structures.keep(name, structure);
    return structure;
  }

  private nameOf(use: 'html' | 'base' | 'words', key: string): string {
    return `${use} ${this.parts.digest} ${key}`;
  }
}
