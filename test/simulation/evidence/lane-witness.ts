import { type LaneRow, rowKey, Tables } from '../database/tables.js';
import { Host } from '../host.js';
import { DeliveryHistories } from './delivery-histories.js';
import { Disturbances } from './disturbances.js';
import { Findings } from './findings.js';

/** Observes the lanes. */
export class LaneWitness {
  constructor(
    private readonly tables: Tables,
    private readonly findings: Findings,
    private readonly histories: DeliveryHistories,
    private readonly disturbances: Disturbances,
  ) {}

  watermarkMoves({ id, watermark }: LaneRow, to: string): void {
    if (to < watermark) this.findings.violation('a watermark never goes back', `lane ${id}`);
    for (const event of this.tables.eventsOfLane.get(id) ?? []) {
      if (event.eventId <= watermark || event.eventId > to) continue;
      for (const subscriptionId of event.subscriptionIds) {
        const place = rowKey({ subscriptionId, eventId: event.eventId });
        if (this.tables.log.has(place) || this.tables.attempts.has(place) || this.tables.ends.has(place))
          continue;
        this.findings.violation(
          'a watermark passes only settled deliveries',
          `${this.histories.nameOf(place)} of lane ${id}`,
        );
      }
    }
  }

  settled({ id, epoch }: LaneRow, host: Host): void {
    this.findings.trace.add(host.name, `takes lane ${id}, epoch ${epoch}`);
  }

  terminated(laneId: number, host: Host): void {
    this.findings.trace.add(host.name, `ends the silent session of lane ${laneId}`);
    this.disturbances.begin('session', null, this.tables.now)(this.tables.now);
  }
}
