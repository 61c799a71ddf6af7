import { LRUCache } from 'lru-cache';
import type { SourceFault } from '../domain/template-fault.js';
import type { BoundText, VariableBinder } from '../formats/shared/format.js';
import type { LoadedFormats } from '../formats/loaded-formats.js';

/** The parser of all header lines, whatever the template's parser. */
export const LINE_PARSER = 'hbs';
/** How many prepared lines a thread caches. A line has at most 1,000 characters. */
const KEPT_LINES = 100;

/** Checks and renders header lines, which are plain text, so values are not escaped. For render threads. */
export class LineRenderer {
  private readonly binder: VariableBinder | null;
  private readonly kept = new LRUCache<string, BoundText>({ max: KEPT_LINES });

  constructor(formats: LoadedFormats) {
    this.binder = formats.binderOf({ parser: LINE_PARSER });
  }

  /** The faults of a line, in the order of the text. */
  check(data: string): readonly SourceFault[] {
    return this.binder?.check?.(data) ?? [];
  }

  /** @throws RenderRefusal */
  render(data: string, variables: Readonly<Record<string, unknown>>): string {
    const prepared = this.kept.get(data) ?? this.binder?.prepareText?.(data);
    if (prepared === undefined) throw new Error(`The parser ${LINE_PARSER} binds no plain text.`);
    this.kept.set(data, prepared);
    return prepared(variables);
  }
}
