import type { Phase } from '../../../src/cell/move/domain/cell-of-move.js';
import { Timeline } from '../timeline.js';

const PAUSE_MS = 8_000;
const LEASE_MS = 5_000;

/** The delivery of one event to the partner that moves. */
export interface DeliveryRow {
  /** Its `webhook-id`, assigned when the event is accepted. */
  readonly id: string;
  /** The id that the caller gave the event. */
  readonly key: string;
  readonly isDone: boolean;
  /** No other process claims it until then. */
  readonly leasedUntil: number;
  readonly lease: string | null;
}

/** A committed change of a cell, for its replication. */
export type Change =
  | { readonly row: DeliveryRow }
  | { readonly removed: string }
  | { readonly key: string }
  | { readonly mark: number };

/**
 * The database of a cell, as far as a move depends on it: the rows of one partner, and the rules of migrations 0140 and
 * 0150. Each method is one transaction.
 */
export class CellInMemory {
  readonly rows = new Map<string, DeliveryRow>();
  /** The rows of events of the partner's company. */
  readonly keys = new Set<string>();
  hasPartner = false;
  phase: Phase | null = null;
  until = 0;
  mark = 0;
  follow: (change: Change) => void = () => undefined;
  private count = 0;

  constructor(
    readonly name: string,
    /** The location of the partner according to its directory. */
    public partnerIsIn: string,
    protected readonly timeline: Timeline,
  ) {}

  /** `phase_of_move` */
  get phaseNow(): Phase | null {
    return this.mayEnd && this.until < this.timeline.now ? 'leaving' : this.phase;
  }

  private get mayEnd(): boolean {
    return this.phase === 'draining' || this.phase === 'paused' || this.phase === 'fenced';
  }

  /** The statement of the journal. False if it is refused and the caller has to repeat it. */
  accept(key: string): boolean {
    if (this.isServedElsewhere()) return false;
    if (this.keys.has(key)) return true;
    this.addKey(key);
    if (this.hasPartner)
      this.put({ id: `${this.name}${++this.count}`, key, isDone: false, leasedUntil: 0, lease: null });
    return true;
  }

  claim(lease: string, most: number): DeliveryRow[] {
    if (!this.mayClaim()) return [];
    const due = [...this.rows.values()].filter(
      ({ isDone, leasedUntil }) => !isDone && leasedUntil <= this.timeline.now,
    );
    return due.slice(0, most).map((row) => {
      const claimed = { ...row, lease, leasedUntil: this.timeline.now + LEASE_MS };
      this.put(claimed);
      return claimed;
    });
  }

  /** Writes the outcome of a claimed delivery, unless the claim is lost or the fence prevents it. */
  settle({ id, lease }: DeliveryRow, isDone: boolean): void {
    const row = this.rows.get(id);
    if (row === undefined || row.lease !== lease || this.isFenced()) return;
    this.put({ ...row, isDone, lease: null, leasedUntil: 0 });
  }

  drain(): void {
    if (this.phaseNow !== 'leaving') return;
    this.phase = 'draining';
    this.until = this.timeline.now + PAUSE_MS;
  }

  pause(): void {
    if (this.phaseNow !== 'leaving' && this.phaseNow !== 'draining') return;
    this.phase = 'paused';
    this.until = this.timeline.now + PAUSE_MS;
  }

  keepPaused(): boolean {
    if (!this.mayEnd || this.until < this.timeline.now) return false;
    this.until = this.timeline.now + PAUSE_MS;
    return true;
  }

  endPause(): void {
    if (this.mayEnd) this.phase = 'leaving';
  }

  fence(): boolean {
    if (this.phase !== 'paused' || this.hasEnded()) return false;
    this.phase = 'fenced';
    return true;
  }

  leave(target: string): boolean {
    if (this.phase !== 'fenced' || this.hasEnded()) return false;
    this.phase = 'gone';
    this.partnerIsIn = target;
    return true;
  }

  removeRows(phase: Phase): void {
    if (this.phase !== phase) return;
    for (const id of this.rows.keys()) this.remove(id);
    this.keys.clear();
    this.hasPartner = false;
  }

  put(row: DeliveryRow): void {
    this.rows.set(row.id, row);
    this.follow({ row });
  }

  addKey(key: string): void {
    this.keys.add(key);
    this.follow({ key });
  }

  remove(id: string): void {
    this.rows.delete(id);
    this.follow({ removed: id });
  }

  /** `lock_matched_partners` */
  protected isServedElsewhere(): boolean {
    const { phaseNow } = this;
    if (phaseNow !== null && phaseNow !== 'leaving' && phaseNow !== 'draining') return true;
    return !this.hasPartner && this.partnerIsIn !== this.name;
  }

  /** The triggers of the fence. */
  protected mayClaim(): boolean {
    return this.hasPartner && (this.phaseNow === null || this.phaseNow === 'leaving');
  }

  protected isFenced(): boolean {
    return this.phaseNow === 'fenced' || this.phaseNow === 'gone' || this.phaseNow === 'arriving';
  }

  protected hasEnded(): boolean {
    return this.until < this.timeline.now;
  }
}
