import { Random } from '../random.js';
import { Timeline } from '../timeline.js';
import type { CellInMemory, DeliveryRow } from './cell-in-memory.js';

const SCAN_MS = 60;
const ROUTES_READ_EVERY_MS = 1_000;
const CLAIMED_AT_ONCE = 2;

/** A POST to the partner's receiver. */
export interface PostedDelivery {
  readonly id: string;
  readonly key: string;
}

/** A process of a cell. It delivers what it claims, accepts events for both cells, and may sleep at any moment. */
export class ProcessInMemory {
  private readonly waiting = new Set<DeliveryRow>();
  private asleepUntil = 0;
  private partnerIsIn: string;
  private leases = 0;

  constructor(
    readonly name: string,
    readonly cell: CellInMemory,
    private readonly cells: readonly CellInMemory[],
    private readonly timeline: Timeline,
    private readonly random: Random,
    private readonly posted: (post: PostedDelivery) => void,
  ) {
    this.partnerIsIn = cell.partnerIsIn;
    this.every(ROUTES_READ_EVERY_MS, () => (this.partnerIsIn = cell.partnerIsIn));
    this.every(SCAN_MS, () => this.scan());
  }

  /** Sleeps for a while, then continues. */
  sleep(milliseconds: number): void {
    this.asleepUntil = Math.max(this.asleepUntil, this.timeline.now + milliseconds);
  }

  /** Writes an event to the cell of the partner, a moment after looking that up. */
  accept(key: string, answer: (isAccepted: boolean) => void): void {
    this.soon(0, 5, () => {
      const place = this.cells.find(({ name }) => name === this.partnerIsIn) ?? this.cell;
      this.soon(0, 20, () => {
        const isAccepted = place.accept(key);
        this.soon(0, 5, () => answer(isAccepted));
      });
    });
  }

  /** The partner is paused. Returns claimed deliveries that have not begun. */
  giveBack(): void {
    this.soon(0, 10, () => {
      for (const row of this.waiting) this.cell.settle(row, false);
      this.waiting.clear();
    });
  }

  private scan(): void {
    for (const row of this.cell.claim(`${this.name} ${++this.leases}`, CLAIMED_AT_ONCE)) {
      this.waiting.add(row);
      this.soon(0, 150, () => {
        if (!this.waiting.delete(row)) return;
        this.posted(row);
        this.soon(20, 400, () => this.cell.settle(row, true));
      });
    }
  }

  private every(milliseconds: number, work: () => void): void {
    const again = (): void => {
      work();
      this.soon(milliseconds, milliseconds, again);
    };
    this.soon(0, milliseconds, again);
  }

  /** Calls back after a delay, or when the process is awake again. */
  private soon(least: number, most: number, work: () => void): void {
    const wake = (): void => {
      if (this.asleepUntil > this.timeline.now) this.timeline.at(this.asleepUntil, wake);
      else work();
    };
    this.timeline.in(this.random.between(least, most), wake);
  }
}
