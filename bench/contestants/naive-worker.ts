import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { Agent } from 'node:http';
import { firstValueFrom } from 'rxjs';
import { DataSource, EntitySchema, LessThanOrEqual } from 'typeorm';
import type { DocumentEvent } from '../../src/event/domain/event.js';
import { deliveryBody } from '../../src/webhook-subscription/domain/delivery-body.js';
import { signatureOf } from '../../src/webhook-subscription/domain/signing.js';
import { World } from '../harness/world.js';
import type { Contestant } from './contestant.js';

interface EventRow {
  id?: number;
  companyId: number;
  type: string;
  typeId: string;
  createdAt: Date;
  data: string;
}

interface DeliveryRow {
  id?: number;
  eventId: number;
  partnerId: number;
  status: string;
  dueAt: Date;
}

interface AttemptRow {
  id?: number;
  deliveryId: number;
  status: number;
  durationMs: number;
}

const identity = { type: 'int', primary: true, generated: true } as const;
const eventSchema = new EntitySchema<EventRow>({
  name: 'event',
  columns: {
    id: identity,
    companyId: { type: 'int' },
    type: { type: 'text' },
    typeId: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    data: { type: 'text' },
  },
});
const deliverySchema = new EntitySchema<DeliveryRow>({
  name: 'delivery',
  columns: {
    id: identity,
    eventId: { type: 'int' },
    partnerId: { type: 'int' },
    status: { type: 'text' },
    dueAt: { type: 'timestamptz' },
  },
  indices: [{ columns: ['status', 'dueAt'] }],
});
const attemptSchema = new EntitySchema<AttemptRow>({
  name: 'attempt',
  columns: {
    id: identity,
    deliveryId: { type: 'int' },
    status: { type: 'int' },
    durationMs: { type: 'int' },
  },
});

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BATCH = 100;

/**
 * The baseline: a first version with Nest, TypeORM and axios. It inserts an event and its delivery in a transaction,
 * and makes due deliveries one at a time, each with a row of the log and an update of its own.
 */
export class NaiveWorker implements Contestant {
  readonly name = 'naive worker';
  private readonly http = new HttpService(
    axios.create({ httpAgent: new Agent({ keepAlive: true }), validateStatus: () => true }),
  );

  private constructor(
    private readonly world: World,
    private readonly database: DataSource,
  ) {}

  static async start(url: string, world: World): Promise<NaiveWorker> {
    const database = new DataSource({
      type: 'postgres',
      url,
      entities: [eventSchema, deliverySchema, attemptSchema],
      synchronize: true,
      installExtensions: false,
    });
    return new NaiveWorker(world, await database.initialize());
  }

  async deliver(count: number): Promise<void> {
    for (const event of this.world.events(count)) await this.accept(event);
    while ((await this.deliverDue()) > 0);
  }

  async close(): Promise<void> {
    await this.database.destroy();
  }

  private async accept(event: DocumentEvent): Promise<void> {
    const { companyId, type, typeId, createdAt, json } = event;
    await this.database.transaction(async (manager) => {
      const { id: eventId = 0 } = await manager
        .getRepository(eventSchema)
        .save({ companyId, type, typeId, createdAt, data: json });
      const partnerId = this.world.partnerOf(event);
      await manager
        .getRepository(deliverySchema)
        .save({ eventId, partnerId, status: 'pending', dueAt: new Date() });
    });
  }

  private async deliverDue(): Promise<number> {
    const due = await this.database.getRepository(deliverySchema).find({
      where: { status: 'pending', dueAt: LessThanOrEqual(new Date()) },
      order: { dueAt: 'ASC' },
      take: BATCH,
    });
    for (const delivery of due) await this.make(delivery);
    return due.length;
  }

  private async make(delivery: DeliveryRow): Promise<void> {
    const { id: deliveryId = 0, eventId, partnerId } = delivery;
    const event = await this.database.getRepository(eventSchema).findOneByOrFail({ id: eventId });
    const body = deliveryBody(event, partnerId, event.data);
    const start = performance.now();
    const timestamp = Math.floor(Date.now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': `msg_${deliveryId}`,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureOf([SECRET], `msg_${deliveryId}`, timestamp, body),
    };
    const { status } = await firstValueFrom(this.http.post(this.world.urlFor(partnerId), body, { headers }));
    const durationMs = Math.round(performance.now() - start);
    await this.database.getRepository(attemptSchema).save({ deliveryId, status, durationMs });
    await this.database.getRepository(deliverySchema).save({ ...delivery, status: 'succeeded' });
  }
}
