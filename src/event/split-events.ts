import { Injectable } from '@nestjs/common';
import { CellForwardingService } from '../cell/cell-forwarding.service.js';
import { CellsService, type NumberedCell } from '../cell/cells.service.js';
import { DirectoryService } from '../cell/directory.service.js';
import { Unavailable } from '../shared/domain/errors.js';
import { mergeAccepted } from './domain/merge-accepted.js';
import type { AcceptedEvent, DocumentEvent } from './domain/event.js';
import { EventJournal } from './domain/event-journal.js';
import { MAX_EVENTS } from './domain/event-check.js';
import { type EventPart, partsOf } from './domain/event-parts.js';
import { reportedEvent } from './domain/reported-event.js';

const PATH = '/internal/event';
/** Below the route's limit of 32 MiB per body. */
const MAX_BYTES = 30 * 1_048_576;

/** The journal of all cells: writes each event in the cells with partners of its company. */
@Injectable()
export class SplitEvents extends EventJournal {
  constructor(
    private readonly journal: EventJournal,
    private readonly cells: CellsService,
    private readonly directory: DirectoryService,
    private readonly forwarding: CellForwardingService,
  ) {
    super();
  }

  /**
   * Resolves, in the order of `events`, when all cells have written their parts.
   * @throws Unavailable if a cell fails. The events can then be reported again with the same ids
   */
  async accept(events: readonly DocumentEvent[]): Promise<AcceptedEvent[]> {
    if (!this.cells.areSeveral) return this.journal.accept(events);
    const companies = [...new Set(events.map(({ companyId }) => companyId))];
    const found = await this.directory.cellsOf(companies);
    const [home = this.cells.ownName] = this.cells.names;
    const parts = partsOf(events, (companyId) => found.get(companyId) ?? [home]);
    // Wait for all, so that nothing of this request is in progress when it is repeated.
    const written = await Promise.allSettled(parts.map((part) => this.write(part)));
    const accepted = written.map((result, index) => {
      if (result.status === 'rejected') throw result.reason;
      return { places: parts[index]?.places ?? [], accepted: result.value };
    });
    return mergeAccepted(events.length, accepted);
  }

  private async write({ cell, events }: EventPart): Promise<readonly AcceptedEvent[]> {
    const other = this.cells.otherNamed(cell);
    return other === null ? this.journal.accept(events) : this.writeAt(other, events);
  }

  private async writeAt(
    cell: NumberedCell,
    events: readonly DocumentEvent[],
  ): Promise<readonly AcceptedEvent[]> {
    const bodies = bodiesOf(events);
    const answers: AcceptedEvent[] = [];
    for (const body of bodies) {
      const { status, text } = await this.forwarding.call(cell, { method: 'POST', path: PATH, body });
      if (status !== 202) throw new Unavailable(`Cell ${cell.name} has refused events: ${status}.`);
      answers.push(...(JSON.parse(text) as { accepted: AcceptedEvent[] }).accepted);
    }
    return answers;
  }
}

/** Serialises events into as few bodies as the route's limits allow. */
function bodiesOf(events: readonly DocumentEvent[]): string[] {
  const bodies: string[] = [];
  let items: string[] = [];
  let bytes = 0;
  for (const event of events) {
    const item = JSON.stringify(reportedEvent(event));
    const size = Buffer.byteLength(item) + 1;
    if (items.length > 0 && (items.length >= MAX_EVENTS || bytes + size > MAX_BYTES)) {
      bodies.push(`[${items.join()}]`);
      [items, bytes] = [[], 0];
    }
    items.push(item);
    bytes += size;
  }
  return [...bodies, `[${items.join()}]`];
}
