import { Condition } from './condition.js';
import { type CompiledCondition, DocumentLook } from './document-look.js';
import { MemoryTally } from './memory-tally.js';
import { PathSet } from './path-set.js';
import { PIECES_AT_ONCE, type Steps } from '../../shared/domain/steps.js';
import { type NamedValues, ValueLine } from './value-line.js';

/** Conditions that are evaluated in one walk through a document: their paths and values together. */
export class ConditionBlock {
  private readonly idle: DocumentLook[] = [];

  private constructor(
    readonly paths: PathSet,
    readonly line: ValueLine,
    /** In the order in which they were given. */
    readonly conditions: readonly CompiledCondition[],
  ) {}

  /**
   * Compiles conditions, one at a time.
   * @param tally of what the block takes besides the conditions, with the marks that a look at a document needs
   */
  static *building(conditions: readonly Condition[], tally = new MemoryTally()): Steps<ConditionBlock> {
    const numbers = new Map<string, number>();
    const segments: Condition['segments'][] = [];
    for (const [index, condition] of conditions.entries()) {
      if (index % PIECES_AT_ONCE === 0) yield;
      if (numbers.has(condition.pathKey)) continue;
      numbers.set(condition.pathKey, numbers.size);
      segments.push(condition.segments);
    }
    const paths = new PathSet(segments);
    tally.add(paths.bytes);
    yield;
    const line = yield* ValueLine.building(namesOf(conditions), tally);
    tally.add(4 * line.length * paths.words);
    yield;
    const compiled: CompiledCondition[] = [];
    for (const condition of conditions) {
      const stretches = condition.on(line);
      tally.add(8 * stretches.length);
      compiled.push({
        path: numbers.get(condition.pathKey) ?? 0,
        mustBeMissing: condition.mustBeMissing,
        from: Int32Array.from(stretches, ([from]) => from),
        to: Int32Array.from(stretches, ([, to]) => to),
      });
      yield;
    }
    return new ConditionBlock(paths, line, compiled);
  }

  /** A look for the exclusive use of one walk until it is returned, because walks may pause while others begin. */
  borrow(): DocumentLook {
    return this.idle.pop() ?? new DocumentLook(this.paths, this.line);
  }

  giveBack(look: DocumentLook): void {
    look.forget();
    if (this.idle.length === 0) this.idle.push(look);
  }
}

/** Lazily, because there can be a million names. */
function* namesOf(conditions: readonly Condition[]): Iterable<NamedValues> {
  for (const condition of conditions) yield condition.names;
}
