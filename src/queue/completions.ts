import { type Completion, CompletionRefused, CompletionStore } from './domain/completion-store.js';
import { EngineClock } from './domain/engine-clock.js';

const MAX_GROUP = 1_000;
/** With this many unwritten completions, no attempts start, because the database is down or too slow. */
const MAX_BACKLOG = 5_000;
const RETRY_MS = 250;
/** When an attempt is repeated whose outcome the database refused. */
const UNWRITABLE_MS = 60_000;
/**
 * Outcomes that nothing depends on are collected for up to this time, or until there are this many, because a group
 * costs almost the same for one outcome as for many. If the process is killed meanwhile, at most this many attempts are
 * repeated.
 */
const GATHERING_MS = 50;
const MAX_GATHERED = 128;

/*
 * Owns the outcomes of attempts until they are written, in order of arrival.
 *
 *   idle       nothing to write; add() starts writing, or gathering if the outcome may wait
 *   gathering  only outcomes that may wait; an urgent one, MAX_GATHERED or GATHERING_MS start writing
 *   writing    one group at a time; outcomes that arrive meanwhile form the next group
 *   waiting    the database is down: the same group is retried every RETRY_MS until it is written
 *   refused    the database refuses the group: each outcome is written alone. One that is refused again is dropped, and
 *              its attempt is repeated after UNWRITABLE_MS: better sent twice than never
 *
 * `room` slows down the dispatcher when more than MAX_BACKLOG outcomes are unwritten.
 */

/** Writes completions in groups. See the top of this file. */
export class Completions<Attempt extends { readonly id: string }, Report> {
  private readonly waiting: Completion<Attempt, Report>[] = [];
  private isWriting = false;
  /** True if an outcome must be written without waiting for more. */
  private isDue = false;
  private stopGathering: (() => void) | null = null;
  private readonly onRoom: (() => void)[] = [];
  private readonly onEmpty: (() => void)[] = [];

  constructor(
    private readonly store: CompletionStore<Attempt, Report>,
    private readonly clock: EngineClock,
    private readonly written: (
      written: readonly Completion<Attempt, Report>[],
      group: readonly Completion<Attempt, Report>[],
    ) => void,
    private readonly warn: (message: string) => void,
    /** Whether an outcome may wait for others before it is written. */
    private readonly mayWait: (completion: Completion<Attempt, Report>) => boolean = () => false,
  ) {}

  add(completion: Completion<Attempt, Report>): void {
    this.waiting.push(completion);
    if (this.waiting.length >= MAX_GATHERED || !this.mayWait(completion)) this.writeNow();
    else this.stopGathering ??= this.clock.after(GATHERING_MS, () => this.writeNow());
  }

  /** Null if there is room for another completion, else resolves when there is. */
  get room(): Promise<void> | null {
    if (this.waiting.length < MAX_BACKLOG) return null;
    return new Promise((resolve) => this.onRoom.push(resolve));
  }

  /** Resolves when everything added is written. */
  async drained(): Promise<void> {
    if (!this.isWriting && this.waiting.length === 0) return;
    const empty = new Promise<void>((resolve) => this.onEmpty.push(resolve));
    if (this.waiting.length > 0) this.writeNow();
    await empty;
  }

  private writeNow(): void {
    this.isDue = true;
    if (!this.isWriting) void this.writeWhatWaits();
  }

  private async writeWhatWaits(): Promise<void> {
    this.isWriting = true;
    while (this.waiting.length > 0 && (this.isDue || this.onEmpty.length > 0)) {
      const group = this.nextGroup();
      await this.write(group);
      if (this.waiting.length < MAX_BACKLOG) for (const resolve of this.onRoom.splice(0)) resolve();
    }
    this.isWriting = false;
    if (this.waiting.length === 0) for (const resolve of this.onEmpty.splice(0)) resolve();
  }

  /** Contains no attempt twice: writing the first completion may change the ownership that fences the second. */
  private nextGroup(): Completion<Attempt, Report>[] {
    const attempts = new Set<Attempt>();
    let size = 0;
    for (const { attempt } of this.waiting) {
      if (size === MAX_GROUP || attempts.has(attempt)) break;
      attempts.add(attempt);
      size += 1;
    }
    const group = this.waiting.splice(0, size);
    if (this.waiting.length === 0) this.gatherAnew();
    return group;
  }

  private gatherAnew(): void {
    this.isDue = false;
    this.stopGathering?.();
    this.stopGathering = null;
  }

  private async write(group: readonly Completion<Attempt, Report>[]): Promise<void> {
    for (;;) {
      try {
        this.written(await this.store.write(group), group);
        return;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof CompletionRefused) {
          await this.writeInstead(group, reason);
          return;
        }
        this.warn(`Outcomes cannot be written yet: ${reason}`);
        await new Promise<void>((resolve) => void this.clock.after(RETRY_MS, resolve));
      }
    }
  }

  /** Writes each completion alone, so that a faulty one does not affect the others. */
  private async writeInstead(group: readonly Completion<Attempt, Report>[], reason: string): Promise<void> {
    if (group.length > 1) {
      for (const completion of group) await this.write([completion]);
      return;
    }
    for (const { attempt, report } of group) {
      this.warn(`The outcome of ${attempt.id} cannot be written: ${reason}`);
      if (report === null) continue;
      await this.write([{ attempt, decision: { kind: 'deferred', delayMs: UNWRITABLE_MS }, report: null }]);
    }
  }
}
