import {
  type ExpandableText,
  type ExpandedTemplate,
  MAX_INCLUSIONS,
  MAX_SNIPPET_DEPTH,
  type Snippet,
  type SnippetFault,
} from '../../domain/snippet.js';
import type { SourceSegment } from '../../domain/source-map.js';
import { similarName } from '../../../shared/domain/similar-name.js';
import { MAX_TEMPLATE_BYTES } from '../../domain/template-source.js';
import { TextLines } from '../../domain/text-lines.js';
import { VALUES_HELPER } from './helper.js';
import { GIVEN_BLOCK, type SnippetReference, snippetReferences } from './snippet-references.js';

const MAX_FAULTS = 100;
/** Matches if the first value has a name: `label=`. */
const NAMED_VALUE = /^[^\s=()"'[\]]+\s*=/;
/** How deep snippets may be nested in blocks passed to other snippets. */
const MAX_BLOCKS_DEPTH = 20;

/** The snippets and limits of an expansion. */
export interface SnippetLibrary {
  /** All snippets that the text may include, directly or indirectly, by name. */
  readonly snippets: ReadonlyMap<string, Snippet>;
  /** The names of all snippets, for suggestions. */
  readonly names: readonly string[];
}

/** A text with its parsed references. */
interface ReadText {
  readonly text: ExpandableText;
  readonly lines: TextLines;
  readonly references: readonly SnippetReference[];
}

/** A text that is being expanded, and its context. */
interface Frame extends ReadText {
  /** The names of the enclosing snippets, the outermost first. The last is this text, unless it is the template. */
  readonly within: readonly string[];
  /** The block passed to the snippet, and where; null for a template or a snippet without a block. */
  readonly given: { readonly frame: Frame; readonly reference: SnippetReference } | null;
  /** The place that includes the snippet. */
  readonly caller: { readonly frame: Frame; readonly offset: number } | null;
}

/**
 * Expands one text in time linear in the result. Omits what exceeds the limits. The text's blocks must match.
 */
export class SnippetExpansion {
  private readonly pieces: string[] = [];
  private readonly segments: SourceSegment[] = [];
  private readonly faults: SnippetFault[] = [];
  private readonly used = new Set<string>();
  private readonly texts = new Map<string, ReadText>();
  private length = 0;
  private depth = 0;
  private bytes = 0;
  private inclusions = 0;

  constructor(
    private readonly root: ExpandableText,
    private readonly library: SnippetLibrary,
  ) {}

  expand(): void {
    const { name } = this.root;
    const frame = { ...readText(this.root), within: name === null ? [] : [name], given: null, caller: null };
    this.walk(frame, 0, this.root.data.length);
    const [first] = frame.references;
    if (this.bytes > MAX_TEMPLATE_BYTES && first !== undefined) this.refuseSize(frame, first.start);
  }

  get result(): ExpandedTemplate {
    const { segments, faults } = this;
    return { data: this.pieces.join(''), segments, faults, used: [...this.used] };
  }

  /** Writes a range of a text. */
  private walk(frame: Frame, from: number, to: number): void {
    const { data } = frame.text;
    let written = from;
    for (const reference of frame.references) {
      const { start, end, strips, block } = reference;
      if (start < written || start >= to) continue;
      const before = data.slice(written, start);
      this.write(frame, written, written + (strips.before ? before.trimEnd() : before).length);
      this.include(frame, reference);
      const after = block === null ? strips.after : block.strips.after;
      written = block === null ? end : block.outerEnd;
      if (after) written += data.slice(written, to).length - data.slice(written, to).trimStart().length;
    }
    this.write(frame, written, Math.max(written, to));
  }

  private include(frame: Frame, reference: SnippetReference): void {
    if (reference.name === GIVEN_BLOCK) return this.includeBlock(frame, reference);
    const snippet = this.snippetFor(frame, reference);
    if (snippet === null) return this.blank(frame, reference);
    this.used.add(snippet.name);
    const inner: Frame = {
      ...this.read(snippet),
      within: [...frame.within, snippet.name],
      given: reference.block === null ? null : { frame, reference },
      caller: { frame, offset: reference.start },
    };
    const { values, valuesAt, start } = reference;
    if (values !== '') {
      const base = NAMED_VALUE.test(values) ? 'this ' : '';
      this.generate(frame, start, `{{#${VALUES_HELPER} ${base}`);
      this.write(frame, valuesAt, valuesAt + values.length);
      this.generate(frame, start, '}}');
    }
    this.depth += 1;
    this.walk(inner, 0, snippet.data.length);
    this.depth -= 1;
    if (values !== '') this.generate(frame, start, `{{/${VALUES_HELPER}}}`);
  }

  private includeBlock(frame: Frame, reference: SnippetReference): void {
    const { given, caller } = frame;
    this.inclusions += 1;
    if (this.inclusions > MAX_INCLUSIONS) return this.blank(frame, reference);
    const block = given?.reference.block ?? null;
    if (given !== null && block !== null) {
      const { strips } = given.reference;
      const text = given.frame.text.data.slice(block.start, block.end);
      const from = strips.after ? block.end - text.trimStart().length : block.start;
      const to = block.strips.before ? block.start + text.trimEnd().length : block.end;
      return this.walk(given.frame, Math.min(from, to), to);
    }
    // A snippet checked on its own may get a block where it is used.
    if (caller !== null) {
      const { name } = frame.text;
      const message = `${name} shows a block that it is given: write {{#> ${name}}}…{{/${name}}}.`;
      this.refuse(caller.frame, caller.offset, 'snippet_block_missing', message);
    } else if (frame.text.name === null) {
      const message = 'Only a snippet is given a block: write {{> @partial-block}} in a snippet.';
      this.refuse(frame, reference.start, 'snippet_block_missing', message);
    }
    this.blank(frame, reference);
  }

  /** Returns null after reporting why the snippet cannot be included. */
  private snippetFor(frame: Frame, { name, start }: SnippetReference): Snippet | null {
    const refuse = (code: string, message: string) => {
      this.refuse(frame, start, code, message);
      return null;
    };
    if (name === null)
      return refuse('snippet_name_missing', 'Write the name of the snippet itself: {{> header}}.');
    if (frame.within.includes(name)) {
      const circle = [...frame.within.slice(frame.within.indexOf(name)), name].join(' → ');
      return refuse('snippet_circle', `The snippet ${name} would include itself: ${circle}.`);
    }
    const snippet = this.library.snippets.get(name);
    if (snippet === undefined && this.library.names.includes(name)) {
      // The snippet was not loaded, because all needed snippets together exceed the limit.
      this.refuseSize(frame, start);
      return null;
    }
    if (snippet === undefined) {
      const meant = similarName(name, this.library.names);
      const hint =
        meant === null ? 'GET /partner/emailSnippet lists those there are.' : `Did you mean ${meant}?`;
      return refuse('unknown_snippet', `There is no snippet ${shown(name)}. ${hint}`);
    }
    if (snippet.type !== this.root.type) {
      const message = `The snippet ${name} is ${snippet.type}, and cannot be in ${this.root.type}.`;
      return refuse('wrong_snippet_type', message);
    }
    if (frame.within.length >= MAX_SNIPPET_DEPTH || this.depth >= MAX_BLOCKS_DEPTH) {
      return refuse('snippets_too_deep', `Snippets may be nested at most ${MAX_SNIPPET_DEPTH} deep.`);
    }
    this.inclusions += 1;
    if (this.inclusions > MAX_INCLUSIONS) {
      return refuse('too_many_snippets', `Snippets may be included at most ${MAX_INCLUSIONS} times.`);
    }
    if (this.bytes + Buffer.byteLength(snippet.data) > MAX_TEMPLATE_BYTES) {
      this.refuseSize(frame, start);
      return null;
    }
    return snippet;
  }

  private read(snippet: Snippet): ReadText {
    const known = this.texts.get(snippet.name) ?? readText(snippet);
    this.texts.set(snippet.name, known);
    return known;
  }

  private refuseSize(frame: Frame, offset: number): void {
    const message = `With its snippets this has more than ${MAX_TEMPLATE_BYTES} bytes in UTF-8.`;
    this.refuse(frame, offset, 'template_too_large', message);
  }

  private write(frame: Frame, from: number, to: number): void {
    if (to <= from) return;
    this.add(frame, from, frame.text.data.slice(from, to), false);
  }

  private generate(frame: Frame, at: number, text: string): void {
    this.add(frame, at, text, true);
  }

  private add(frame: Frame, at: number, text: string, isGenerated: boolean): void {
    this.segments.push({
      start: this.length,
      snippet: this.originOf(frame.text),
      ...frame.lines.locationOf(at),
      isGenerated,
    });
    this.pieces.push(text);
    this.length += text.length;
    this.bytes += Buffer.byteLength(text);
  }

  /** Blanks a reference, and keeps the block passed to it. */
  private blank(frame: Frame, { start, end, block }: SnippetReference): void {
    this.generate(frame, start, ' '.repeat(end - start));
    if (block !== null) this.walk(frame, block.start, block.end);
  }

  private originOf(text: ExpandableText): string | null {
    return text === this.root ? null : text.name;
  }

  /** Reports a fault, but only once for the same place if its text is included twice. */
  private refuse({ text, lines }: Frame, offset: number, code: string, message: string): void {
    const fault = { code, message, ...lines.locationOf(offset), snippet: this.originOf(text) };
    const isKnown = this.faults.some(
      (known) =>
        known.snippet === fault.snippet && known.line === fault.line && known.column === fault.column,
    );
    if (!isKnown && this.faults.length < MAX_FAULTS) this.faults.push(fault);
  }
}

function readText(text: ExpandableText): ReadText {
  return { text, lines: new TextLines(text.data), references: snippetReferences(text.data) };
}

function shown(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
