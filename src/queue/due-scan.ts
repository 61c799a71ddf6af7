import { randomUUID } from 'node:crypto';
import { Dispatcher } from './dispatcher.js';
import type { ClaimBounds } from './domain/claim-bounds.js';
import { EngineClock } from './domain/engine-clock.js';
import type { Lease } from './domain/lease.js';
import type { Schedulable } from './domain/schedulable.js';

const BATCH = 500;
const BATCH_PER_QUEUE = 50;
/** One scan in this many also sweeps. */
const SCANS_PER_SWEEP = 30;

/** A table of waiting attempts. */
export interface DueAttempts<Attempt> {
  /** Leases due attempts: the oldest of each queue, fairly over all queues. */
  claim(lease: Lease, leaseMs: number, bounds: ClaimBounds): Promise<readonly Attempt[]>;
  /** Cancels attempts that are no longer wanted. */
  sweep(): Promise<void>;
}

/**
 * Claims attempts from the table: due retries, first attempts that did not fit in memory, and expired leases. Claims no
 * more than the dispatcher has room for. Runs every second while the table has rows, and whenever an attempt becomes
 * due.
 */
export class DueScan<Attempt extends Schedulable> {
  private isRunning = false;
  private isScanning = false;
  private scanned: Promise<void> = Promise.resolve();
  private isWoken = false;
  /** True if the last claim skipped attempts for lack of room. */
  private leftBehind = false;
  private scans = 0;
  private cancelTimer: () => void = () => undefined;
  private wakesAt = Number.POSITIVE_INFINITY;
  private scannedAt: number;

  constructor(
    private readonly due: DueAttempts<Attempt>,
    private readonly dispatcher: Dispatcher<Attempt>,
    private readonly clock: EngineClock,
    private readonly leaseMs: number,
    private readonly warn: (message: string) => void,
  ) {
    this.scannedAt = clock.monotonic();
  }

  start(): void {
    this.isRunning = true;
    this.scannedAt = this.clock.monotonic();
    this.wakeIn(0);
  }

  /** Milliseconds since the last successful scan; null if this process does not scan. */
  get scanAgeMs(): number | null {
    return this.isRunning ? this.clock.monotonic() - this.scannedAt : null;
  }

  /** Stops claiming. Resolves when a claim in progress has ended. */
  stop(): Promise<void> {
    this.isRunning = false;
    this.cancelTimer();
    return this.scanned;
  }

  /** Scans after this many milliseconds, unless a scan comes earlier. */
  wakeIn(milliseconds: number): void {
    if (!this.isRunning) return;
    const at = this.clock.monotonic() + milliseconds;
    if (at >= this.wakesAt) return;
    this.cancelTimer();
    this.wakesAt = at;
    this.cancelTimer = this.clock.after(milliseconds, () => this.scan());
  }

  /** Call it when the table was found empty, which counts as a scan. */
  foundEmpty(): void {
    this.scannedAt = this.clock.monotonic();
  }

  /** Call it when a queue has room again for skipped attempts. */
  madeRoom(): void {
    if (this.leftBehind) this.wakeIn(0);
  }

  private scan(): void {
    this.wakesAt = Number.POSITIVE_INFINITY;
    if (this.isScanning) this.isWoken = true;
    else this.scanned = this.scanAll();
  }

  private async scanAll(): Promise<void> {
    this.isScanning = true;
    let more = false;
    try {
      do {
        this.isWoken = false;
        more = await this.claim();
      } while (this.isRunning && (more || this.isWoken));
      if (this.isRunning && this.scans++ % SCANS_PER_SWEEP === 0) await this.due.sweep();
      this.scannedAt = this.clock.monotonic();
    } catch (error) {
      this.warn(
        `Due attempts could not be claimed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    this.isScanning = false;
    if (this.isWoken) this.wakeIn(0);
  }

  /** Claims one batch. True if there may be more, and there is room. */
  private async claim(): Promise<boolean> {
    const exceptFor = this.dispatcher.full();
    const occupied = this.dispatcher.occupied();
    const room = this.dispatcher.roomToFetch;
    const total = Math.min(BATCH, room.total);
    const perQueue = Math.min(BATCH_PER_QUEUE, room.perQueue);
    this.leftBehind = total === 0 || exceptFor.length > 0;
    if (total === 0) return false;
    const expiresAt = this.clock.monotonic() + this.leaseMs;
    const lease: Lease = { kind: 'lease', lease: randomUUID(), expiresAt };
    const claimed = await this.due.claim(lease, this.leaseMs, { total, perQueue, exceptFor, occupied });
    for (const attempt of claimed) this.dispatcher.add(attempt);
    return claimed.length > 0 && this.dispatcher.roomToFetch.total > 0;
  }
}
