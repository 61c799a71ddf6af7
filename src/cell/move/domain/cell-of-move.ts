import type { Issuer } from '../../domain/directory-entries.js';

/** Determines what a cell may do with the rows of a moving partner (migrations 0140 and 0150). */
export type Phase = 'leaving' | 'draining' | 'paused' | 'fenced' | 'gone' | 'arriving';

/** The number of a partner's rows in a table, and a digest of them that does not depend on their order. */
export interface Sum {
  readonly name: string;
  readonly rows: number;
  readonly digest: string;
}

/** A partner's directory entries. */
export interface PartnerEntries {
  readonly companies: readonly number[];
  readonly issuers: readonly Issuer[];
  /** Digests of its API keys and portal links. */
  readonly tokens: readonly Buffer[];
}

/** What the other cells must store when a partner has left. */
export interface Handover {
  /** The partner's own row as text. */
  readonly partner: string;
  readonly entries: PartnerEntries;
  /** Its companies that still have another partner in the source. */
  readonly stillInSource: readonly number[];
}

/** The names of the source and the target. */
export interface Route {
  readonly source: string;
  readonly target: string;
}

/** What a move of one partner needs of a cell. A port, so that the simulation can replace it. */
export abstract class CellOfMove {
  abstract readonly name: string;

  /** The current phase, `leaving` if a pause has expired. Null if the partner is not moving. */
  abstract phase(): Promise<Phase | null>;
  /** Raises the fence. Does nothing if it is up. */
  abstract raiseFence(phase: 'leaving' | 'arriving'): Promise<void>;
  /** Removes the fence: the cell then treats the partner like any other. */
  abstract lowerFence(): Promise<void>;

  /**
   * Stops all processes from claiming the partner's attempts and from keeping first attempts in memory. Events and the
   * API work as before.
   */
  abstract drain(): Promise<void>;
  /** Makes the intake refuse the partner's events and its API answer 503. Nothing of it is claimed. */
  abstract pause(): Promise<void>;
  /** Extends the draining or the pause. False if it has expired and must begin again. */
  abstract keepPaused(): Promise<boolean>;
  abstract endPause(): Promise<void>;
  /** The number of attempts and emails that processes have begun or keep in memory. */
  abstract underWay(): Promise<number>;
  /** Asks every process to return what waits in its memory to the database, and to keep nothing new for a second. */
  abstract askForWaiting(): Promise<void>;
  /** From paused to fenced: nothing is written any more. False if the pause has expired. */
  abstract fence(): Promise<boolean>;
  /** From fenced to gone, the point of no return; events then go to the target. False if the pause has expired. */
  abstract leave(route: Route): Promise<boolean>;

  /** True in the cell where the partner lives, and in its former cell until its rows are removed. */
  abstract hasPartner(): Promise<boolean>;
  /** Removes all rows, the partner's own last, if the partner is in this phase here. */
  abstract removeRows(phase: 'gone' | 'arriving'): Promise<void>;
  /** Of all tables; the partner's own row is not included. */
  abstract sums(): Promise<readonly Sum[]>;

  /** Read in the source. */
  abstract handover(): Promise<Handover>;
  /** Makes this cell the partner's. */
  abstract arrive(handover: Handover, route: Route): Promise<void>;
  /** Makes this cell forward the partner's requests and events to the target. */
  abstract redirect(handover: Handover, route: Route): Promise<void>;
}

/** The progress of the initial copy. */
export interface CopyState {
  readonly tables: number;
  readonly copied: number;
}

/** Replicates a partner's rows from the source to the target. A port. */
export abstract class RowReplication {
  abstract isSetUp(): Promise<boolean>;
  /** Starts the copy and then follows changes. Requires that a previous attempt was taken down. */
  abstract setUp(): Promise<void>;
  /** Resolves when every table is copied and follows changes. @throws MoveRefused if PostgreSQL cannot copy */
  abstract copied(progress: (state: CopyState) => void): Promise<void>;
  /**
   * Resolves when everything committed before the call is in the target, with the milliseconds that took; with null
   * after `patienceMs`.
   */
  abstract caughtUp(patienceMs: number): Promise<number | null>;
  /** Ends the replication and removes everything `setUp` created. */
  abstract takeDown(): Promise<void>;
}

/** The clock of a move. */
export interface MoveClock {
  /** Monotonic milliseconds. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** One sentence for each table whose rows differ between two cells. */
export function differencesOf(source: readonly Sum[], target: readonly Sum[]): string[] {
  const there = new Map(target.map((sum) => [sum.name, sum]));
  return source.flatMap(({ name, rows, digest }) => {
    const other = there.get(name);
    if (other?.rows === rows && other.digest === digest) return [];
    if (other?.rows === rows) return [`${name}: ${rows} rows that differ`];
    return [`${name}: ${rows} and ${other?.rows ?? 0} rows`];
  });
}
