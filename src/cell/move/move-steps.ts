import {
  type CellOfMove,
  differencesOf,
  type MoveClock,
  type Route,
  type RowReplication,
} from './domain/cell-of-move.js';
import { MoveRefused } from './domain/move-refused.js';
import type { MoveState } from './domain/move-state.js';
import { type PauseConnection, PartnerPause } from './partner-pause.js';

/** The replication lag must be below this before a pause begins, because the pause lasts at least as long. */
const SMALL_LAG_MS = 500;
const LAG_PATIENCE_MS = 600_000;
/** How long attempts in progress may take to end before the pause, and again during it. */
const SETTLE_PATIENCE_MS = 20_000;
const MAX_PAUSES = 5;
const BETWEEN_PAUSES_MS = 3_000;
/** Processes use what they have read about moves for up to three seconds (moved-partners.service.ts). */
const ROUTES_KNOWN_MS = 4_000;

type Left =
  | { readonly kind: 'left'; readonly pausedMs: number }
  | { readonly kind: 'differs'; readonly differences: readonly string[] };

/** The collaborators of a move. */
export interface MoveParts {
  readonly partnerId: number;
  readonly source: CellOfMove;
  readonly target: CellOfMove;
  /** All cells but the target; includes the source. */
  readonly others: readonly CellOfMove[];
  readonly replication: RowReplication;
  /** Called once the partner's companies are frozen. @throws MoveRefused if one of them prevents the move */
  readonly requireFreeCompanies: () => Promise<void>;
  readonly openPauseConnection: () => Promise<PauseConnection>;
  readonly clock: MoveClock;
  readonly say: (line: string) => void;
}

/** The steps of one move. Each of them is idempotent. */
export class MoveSteps {
  private leftAt = this.parts.clock.now();

  constructor(protected readonly parts: MoveParts) {}

  /** True after the point of no return. */
  async hasLeft(): Promise<boolean> {
    const { source } = this.parts;
    return (await source.phase()) === 'gone' || !(await source.hasPartner());
  }

  /** Raises the fences, copies all rows, and follows changes. */
  async copy(): Promise<void> {
    const { source, target, replication, requireFreeCompanies, say } = this.parts;
    await source.raiseFence('leaving');
    await requireFreeCompanies();
    await this.requireAbsence();
    await target.raiseFence('arriving');
    if (!(await replication.isSetUp())) {
      await replication.takeDown();
      await target.removeRows('arriving');
      await replication.setUp();
    }
    await replication.copied(({ copied, tables }) => say(`copied ${copied} of ${tables} tables`));
  }

  /** From following to the point of no return. Takes several pauses if work in progress does not end within one. */
  async change(become: (state: MoveState) => Promise<void>): Promise<Left> {
    const { clock, say } = this.parts;
    for (let pauses = 1; ; pauses++) {
      await this.catchUp();
      await become('paused');
      const left = await this.tryToLeave(become);
      if (left !== null) return left;
      await become('following');
      if (pauses >= MAX_PAUSES)
        throw new MoveRefused(
          'The attempts in progress do not end. The partner stays in its cell; repeat the command when its receivers answer faster.',
        );
      say('The attempts in progress did not end, or took too long. Trying again.');
      await clock.sleep(BETWEEN_PAUSES_MS);
    }
  }

  /** Makes the target the partner's cell, and redirects requests and events in all others. */
  async arrive(): Promise<void> {
    const { source, target, others, clock } = this.parts;
    const handover = await source.handover();
    await target.arrive(handover, this.route);
    for (const cell of others) await cell.redirect(handover, this.route);
    this.leftAt = clock.now();
  }

  /** Removes everything of the partner from the source. */
  async cleanUp(): Promise<void> {
    const { partnerId, source, target, replication, clock } = this.parts;
    if (!(await target.hasPartner()))
      throw new MoveRefused(`Partner ${partnerId} is not in cell ${target.name}: nothing was removed.`);
    await clock.sleep(Math.max(0, this.leftAt + ROUTES_KNOWN_MS - clock.now()));
    // First, or the removals would be replicated to the target.
    await replication.takeDown();
    await source.removeRows('gone');
    await target.lowerFence();
    await source.lowerFence();
  }

  /** Removes everything of the partner from the target. */
  async undo(): Promise<void> {
    const { source, target, replication } = this.parts;
    await source.endPause();
    await replication.takeDown();
    await this.requireAbsence();
    await target.removeRows('arriving');
    await target.lowerFence();
    await source.lowerFence();
  }

  /** One pause. Null if it expired before the partner could leave. */
  protected async tryToLeave(become: (state: MoveState) => Promise<void>): Promise<Left | null> {
    const { source, target, replication, openPauseConnection, clock, say } = this.parts;
    const pause = await PartnerPause.begin(await openPauseConnection(), source, clock, SETTLE_PATIENCE_MS);
    try {
      if (!(await pause.settled(SETTLE_PATIENCE_MS)) || !(await source.fence())) return null;
      say(`nothing is under way after ${Math.round(pause.ms)} ms`);
      if ((await replication.caughtUp(SETTLE_PATIENCE_MS)) === null) return null;
      say(`all changes have arrived after ${Math.round(pause.ms)} ms`);
      const [here, there] = await Promise.all([source.sums(), target.sums()]);
      say(`compared after ${Math.round(pause.ms)} ms`);
      const differences = differencesOf(here, there);
      // If the pause has expired, for example while this process slept, rows may differ legitimately.
      if (differences.length > 0 && !(await source.keepPaused())) return null;
      if (differences.length > 0) return { kind: 'differs', differences };
      await become('verified');
      if (!(await source.leave(this.route))) return null;
      await this.arrive();
      return { kind: 'left', pausedMs: pause.ms };
    } finally {
      await pause.end();
    }
  }

  private get route(): Route {
    return { source: this.parts.source.name, target: this.parts.target.name };
  }

  private async catchUp(): Promise<void> {
    const { target, replication, clock } = this.parts;
    const end = clock.now() + LAG_PATIENCE_MS;
    for (;;) {
      const lag = await replication.caughtUp(LAG_PATIENCE_MS);
      if (lag !== null && lag < SMALL_LAG_MS) return;
      if (clock.now() > end)
        throw new MoveRefused(`Cell ${target.name} does not keep up with the changes of the partner.`);
    }
  }

  /** Guards the removal of rows from the target: the partner must not live there. */
  private async requireAbsence(): Promise<void> {
    const { partnerId, target } = this.parts;
    if (await target.hasPartner()) throw new MoveRefused(`Partner ${partnerId} is in cell ${target.name}.`);
  }
}
