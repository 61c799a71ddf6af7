import axios, { AxiosInstance } from 'axios';
import { Agent } from 'node:http';
import { Pool } from 'pg';
import { World } from '../harness/world.js';
import { deliveryBody } from '../../src/webhook-subscription/domain/delivery-body.js';
import { signatureOf } from '../../src/webhook-subscription/domain/signing.js';
import { Contestant } from './contestant.js';

interface DueDelivery {
  readonly id: number;
  readonly partnerId: number;
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  readonly createdAt: Date;
  readonly data: string;
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Design A of ENGINE, the baseline: a row per delivery; one is read, posted with axios and updated at a time. */
export class NaiveWorker implements Contestant {
  readonly name = 'design A';
  private readonly http: AxiosInstance = axios.create({
    httpAgent: new Agent({ keepAlive: true }),
    validateStatus: () => true,
  });

  private constructor(
    private readonly world: World,
    private readonly pool: Pool,
  ) {}

  static async start(url: string, world: World): Promise<NaiveWorker> {
    const pool = new Pool({ connectionString: url, max: 4 });
    await pool.query(`
      CREATE TABLE naive_delivery (
        id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        partner_id int NOT NULL,
        company_id int NOT NULL,
        type text NOT NULL,
        type_id text NOT NULL,
        created_at timestamptz NOT NULL,
        data text NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        last_status int,
        due_at timestamptz NOT NULL DEFAULT now()
      )`);
    await pool.query(`CREATE INDEX ON naive_delivery (due_at) WHERE status = 'pending'`);
    return new NaiveWorker(world, pool);
  }

  async deliver(count: number): Promise<void> {
    for (let left = count; left > 0; left--) {
      const [event] = this.world.events(1);
      if (event === undefined) return;
      await this.pool.query({
        name: 'insert',
        text: `INSERT INTO naive_delivery (partner_id, company_id, type, type_id, created_at, data)
               VALUES ($1, $2, $3, $4, $5, $6)`,
        values: [
          this.world.partnerOf(event),
          event.companyId,
          event.type,
          event.typeId,
          event.createdAt,
          event.json,
        ],
      });
    }
    while (await this.deliverNext());
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  private async deliverNext(): Promise<boolean> {
    const { rows } = await this.pool.query<DueDelivery>({
      name: 'next',
      text: `SELECT id, partner_id AS "partnerId", type, type_id AS "typeId", company_id AS "companyId",
               created_at AS "createdAt", data
             FROM naive_delivery WHERE status = 'pending' AND due_at <= now() ORDER BY due_at LIMIT 1`,
    });
    const [delivery] = rows;
    if (delivery === undefined) return false;
    const { id, partnerId, data } = delivery;
    const body = deliveryBody(delivery, partnerId, data);
    const timestamp = Math.floor(Date.now() / 1_000);
    const { status } = await this.http.post(this.world.urlFor(partnerId), body, {
      headers: {
        'content-type': 'application/json',
        'webhook-id': `msg_${id}`,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf([SECRET], `msg_${id}`, timestamp, body),
      },
    });
    await this.pool.query({
      name: 'done',
      text: `UPDATE naive_delivery SET status = 'succeeded', last_status = $2 WHERE id = $1`,
      values: [id, status],
    });
    return true;
  }
}
