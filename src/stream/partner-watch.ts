import type { AuthenticatedPartner } from '../partner/domain/authenticated-partner.js';
import type { Moment, Span } from '../queue/domain/moment.js';
import { outsideRequest } from '../shared/logging/request-context.js';
import type { ChangeLog } from './change-log.js';
import { messageBody } from './domain/server-sent.js';
import { type StreamedKind, streamedKinds } from './domain/streamed-kind.js';
import type { StreamReader } from './stream-reader.js';

const LOOK_EVERY_MS = 1_000;
/** The most changes of a kind that one poll sends. */
const MAX_CHANGES = 1_000;

/** The dependencies of a watch. */
export interface WatchParts {
  /** The partner of a credential; null if it is no longer valid. */
  readonly authenticate: (authorization: string | undefined) => Promise<AuthenticatedPartner | null>;
  readonly now: (partnerId: number) => Promise<Moment>;
  readonly logs: Readonly<Record<StreamedKind, ChangeLog>>;
  readonly warn: (message: string) => void;
}

/*
 * Polls once a second for changes of one partner's data, as long as the partner has readers.
 *
 *   readers   each has received everything up to some moment, nearly always the same one for all
 *   poll      checks credentials, then sends the readers at each moment what was committed between it and now
 *   failed    the readers keep their moments, and the next poll covers the time in between
 *
 * A moment is a snapshot of the database rather than a time, so that no change is missed or sent twice, and a reader
 * can continue its stream in another process.
 */

/** The readers of one partner in this process. See the top of this file. */
export class PartnerWatch {
  private readonly readers = new Set<StreamReader>();
  private timer: NodeJS.Timeout | undefined;
  private isLooking = false;
  private hasFailed = false;

  constructor(
    private readonly partnerId: number,
    private readonly parts: WatchParts,
  ) {}

  add(reader: StreamReader): void {
    this.readers.add(reader);
    reader.onClose(() => {
      this.readers.delete(reader);
      if (this.readers.size === 0) clearTimeout(this.timer);
    });
    outsideRequest(() => this.lookIn(0));
  }

  /** Ends all readers, which reconnect to another process. */
  end(): void {
    clearTimeout(this.timer);
    for (const reader of this.readers) reader.end();
  }

  private lookIn(milliseconds: number): void {
    if (this.isLooking) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.lookNow(), milliseconds);
  }

  private async lookNow(): Promise<void> {
    this.isLooking = true;
    try {
      await this.look();
      this.hasFailed = false;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!this.hasFailed)
        this.parts.warn(`The changes of partner ${this.partnerId} cannot be streamed yet: ${reason}`);
      this.hasFailed = true;
    }
    this.isLooking = false;
    if (this.open.length > 0) this.lookIn(LOOK_EVERY_MS);
  }

  private get open(): readonly StreamReader[] {
    return [...this.readers].filter(({ isOpen }) => isOpen);
  }

  private async look(): Promise<void> {
    const partner = await this.admitted();
    if (partner === null) return;
    const until = await this.parts.now(this.partnerId);
    const moments = new Map(this.open.map(({ since }) => [since.snapshot, since]));
    for (const since of moments.values()) {
      const readers = this.open.filter((reader) => reader.since.snapshot === since.snapshot);
      for (const kind of streamedKinds) await this.show(partner, kind, readers, { since, until });
      for (const reader of readers) reader.reached(until);
    }
  }

  /** Ends readers whose credential is no longer valid. Returns the partner; null if no reader is left. */
  private async admitted(): Promise<AuthenticatedPartner | null> {
    let admitted: AuthenticatedPartner | null = null;
    for (const reader of this.open) {
      const partner = await this.parts.authenticate(reader.authorization);
      if (partner === null || partner.id !== this.partnerId || !partner.may('read')) reader.end();
      else admitted = partner;
    }
    return admitted;
  }

  private async show(
    partner: AuthenticatedPartner,
    kind: StreamedKind,
    all: readonly StreamReader[],
    span: Span,
  ): Promise<void> {
    const readers = all.filter(({ kinds, isOpen }) => isOpen && kinds.has(kind));
    if (readers.length === 0) return;
    const log = this.parts.logs[kind];
    const ids = await log.changed(partner, span, MAX_CHANGES + 1);
    if (ids.length > MAX_CHANGES) {
      for (const reader of readers) reader.reset(kind);
      return;
    }
    for await (const part of log.read(partner, ids)) {
      for (const object of part) {
        const message = messageBody(kind, object);
        for (const reader of readers) reader.send(message);
      }
      await Promise.all(readers.map((reader) => reader.takes()));
      if (this.open.length === 0) return;
    }
  }
}
