import type { Issuer } from '../../domain/directory-entries.js';

/** What may be done in a cell with the rows of a partner that moves (migrations 0140 and 0150). */
export type Phase = 'leaving' | 'draining' | 'paused' | 'fenced' | 'gone' | 'arriving';

/** How many rows of a partner a table has, and a digest of all of them, whatever their order. */
export interface Sum {
  readonly name: string;
  readonly rows: number;
  readonly digest: string;
}

/** What the directory has of a partner. */
export interface PartnerEntries {
  readonly companies: readonly number[];
  readonly issuers: readonly Issuer[];
  /** Digests of its keys and links. */
  readonly tokens: readonly Buffer[];
}

/** What the other cells have to know when a partner has left. */
export interface Handover {
  /** The partner's own row, as text. */
  readonly partner: string;
  readonly entries: PartnerEntries;
  /** Its companies that have another partner in the cell that it left. */
  readonly stillInSource: readonly number[];
}

/** Where a partner moves from and to. */
export interface Route {
  readonly source: string;
  readonly target: string;
}

/** A cell as a move of one partner sees it: a port, so that a simulation can take its place. */
export abstract class CellOfMove {
  abstract readonly name: string;

  /** The present phase; a pause that has ended by itself is `leaving`. Null when the partner does not move. */
  abstract phase(): Promise<Phase | null>;
  /** Puts the fence up, if it is not. */
  abstract raiseFence(phase: 'leaving' | 'arriving'): Promise<void>;
  /** Takes the fence down: this cell treats the partner like any other. */
  abstract lowerFence(): Promise<void>;

  /** From then on no process claims its attempts or keeps first attempts in memory. Events and the API are served as before. */
  abstract drain(): Promise<void>;
  /** From then on the intake refuses events of the partner, nobody claims, and its API answers 503. */
  abstract pause(): Promise<void>;
  /** Lets the draining or the pause last; false when it has ended, after which it must begin anew. */
  abstract keepPaused(): Promise<boolean>;
  abstract endPause(): Promise<void>;
  /** Attempts and emails that a process has begun, or has in its memory. */
  abstract underWay(): Promise<number>;
  /** Has every process give back what waits in its memory, and keep nothing new for a second. */
  abstract askForWaiting(): Promise<void>;
  /** From paused to fenced: nothing is written any more. False when the pause has ended. */
  abstract fence(): Promise<boolean>;
  /** From fenced to gone, with events for the target: the step that decides. False when the pause has ended. */
  abstract leave(route: Route): Promise<boolean>;

  /** True where the partner lives, or has lived until its rows are removed. */
  abstract hasPartner(): Promise<boolean>;
  /** Removes all rows while the partner is in this phase here, its own row last. */
  abstract removeRows(phase: 'gone' | 'arriving'): Promise<void>;
  /** Of everything but the partner's own row. */
  abstract sums(): Promise<readonly Sum[]>;

  /** In the cell that was left. */
  abstract handover(): Promise<Handover>;
  /** Makes the partner live here. */
  abstract arrive(handover: Handover, route: Route): Promise<void>;
  /** Sends requests and events of the partner to the target from now on. */
  abstract redirect(handover: Handover, route: Route): Promise<void>;
}

/** How far a copy is. */
export interface CopyState {
  readonly tables: number;
  readonly copied: number;
}

/** The replication of a partner's rows from the source to the target: a port. */
export abstract class RowReplication {
  abstract isSetUp(): Promise<boolean>;
  /** Begins to copy and to follow. Of an attempt that was broken off nothing may be left. */
  abstract setUp(): Promise<void>;
  /** Resolves when every table is copied and follows. @throws MoveRefused when PostgreSQL cannot copy */
  abstract copied(progress: (state: CopyState) => void): Promise<void>;
  /** The milliseconds after which everything that was committed before is in the target; null after `patienceMs`. */
  abstract caughtUp(patienceMs: number): Promise<number | null>;
  /** Ends it, and removes whatever was set up. */
  abstract takeDown(): Promise<void>;
}

/** The time of a move. */
export interface MoveClock {
  /** In milliseconds; it never goes back. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** The tables in which two cells do not have the same rows, in words. */
export function differencesOf(source: readonly Sum[], target: readonly Sum[]): string[] {
  const there = new Map(target.map((sum) => [sum.name, sum]));
  return source.flatMap(({ name, rows, digest }) => {
    const other = there.get(name);
    if (other?.rows === rows && other.digest === digest) return [];
    if (other?.rows === rows) return [`${name}: ${rows} rows that differ`];
    return [`${name}: ${rows} and ${other?.rows ?? 0} rows`];
  });
}
