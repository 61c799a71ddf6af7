import { Random } from '../random.js';
import { Timeline } from '../timeline.js';
import type { CellInMemory, Change } from './cell-in-memory.js';

const LAG_MS = 150;
/** The probability that the target stalls for longer than a move takes to clean up. */
const STALLS = 0.03;
const STALL_MS = 6_000;

/**
 * A subscription of the target. It copies the rows, then applies the commits of the source later, in the same order.
 */
export class ReplicationInMemory {
  isSetUp = false;
  private appliesAt = 0;
  private generation = 0;

  constructor(
    protected readonly source: CellInMemory,
    protected readonly target: CellInMemory,
    protected readonly timeline: Timeline,
    protected readonly random: Random,
  ) {}

  setUp(): void {
    this.isSetUp = true;
    const { generation } = this;
    for (const row of this.source.rows.values()) this.apply({ row });
    for (const key of this.source.keys) this.apply({ key });
    this.source.follow = (change) => {
      const lag = this.random.chance(STALLS) ? STALL_MS : this.random.between(1, LAG_MS);
      this.appliesAt = Math.max(this.appliesAt, this.timeline.now + lag);
      this.timeline.at(this.appliesAt, () => generation === this.generation && this.apply(change));
    };
  }

  takeDown(): void {
    this.isSetUp = false;
    this.generation += 1;
    this.source.follow = () => undefined;
  }

  /** Writes a mark that follows everything before it. */
  writeMark(): number {
    this.source.mark += 1;
    this.source.follow({ mark: this.source.mark });
    return this.source.mark;
  }

  hasArrived(mark: number): boolean {
    return this.target.mark >= mark;
  }

  protected apply(change: Change): void {
    const { target } = this;
    if ('row' in change) target.rows.set(change.row.id, change.row);
    else if ('removed' in change) target.rows.delete(change.removed);
    else if ('key' in change) target.keys.add(change.key);
    else target.mark = change.mark;
  }
}
