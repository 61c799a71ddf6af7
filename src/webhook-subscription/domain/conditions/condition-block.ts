import { Condition } from './condition.js';
import { type CompiledCondition, DocumentScan } from './document-scan.js';
import { MemoryTally } from './memory-tally.js';
import { PathSet } from './path-set.js';
import { PIECES_AT_ONCE, type Steps } from '../../../shared/domain/steps.js';
import { type Operands, ValueRanks } from './value-ranks.js';

/** Conditions that are evaluated together, in one walk through a document. */
export class ConditionBlock {
  private readonly idle: DocumentScan[] = [];

  private constructor(
    readonly paths: PathSet,
    readonly valueRanks: ValueRanks,
    /** In the order given to `building`. */
    readonly conditions: readonly CompiledCondition[],
  ) {}

  /**
   * Compiles conditions one at a time.
   * @param tally counts the memory of the block without the conditions, and of one DocumentScan
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
    const valueRanks = yield* ValueRanks.building(operandsOf(conditions), tally);
    tally.add(4 * valueRanks.length * paths.words);
    yield;
    const compiled: CompiledCondition[] = [];
    for (const condition of conditions) {
      const ranges = condition.rangesIn(valueRanks);
      tally.add(8 * ranges.length);
      compiled.push({
        path: numbers.get(condition.pathKey) ?? 0,
        mustBeMissing: condition.mustBeMissing,
        from: Int32Array.from(ranges, ([from]) => from),
        to: Int32Array.from(ranges, ([, to]) => to),
      });
      yield;
    }
    return new ConditionBlock(paths, valueRanks, compiled);
  }

  /** Lends a scan to one walk until `release`. Several walks can be in progress, because walks pause. */
  acquire(): DocumentScan {
    return this.idle.pop() ?? new DocumentScan(this.paths, this.valueRanks);
  }

  release(scan: DocumentScan): void {
    scan.reset();
    if (this.idle.length === 0) this.idle.push(scan);
  }
}

/** Lazy, because there can be a million operands. */
function* operandsOf(conditions: readonly Condition[]): Iterable<Operands> {
  for (const condition of conditions) yield condition.operands;
}
