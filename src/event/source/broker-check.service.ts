import type { EventSourceSettings } from '../../shared/event-source-settings.js';
import { BrokerFault } from '../domain/broker.js';
import { brokerOf } from './brokers.js';

/** The result. The reason contains no credentials. */
export type BrokerCheck = { readonly name: string } & (
  | { readonly kind: 'ready' }
  | { readonly kind: 'not usable'; readonly reason: string }
);

/** Checks the broker by connecting exactly like the service, without consuming anything. */
export class BrokerCheckService {
  constructor(private readonly settings: EventSourceSettings) {}

  async run(): Promise<BrokerCheck> {
    const broker = brokerOf(this.settings);
    const { name } = broker;
    try {
      const connection = await broker.connect();
      await connection.close();
      return { name, kind: 'ready' };
    } catch (error) {
      if (!(error instanceof BrokerFault)) throw error;
      return { name, kind: 'not usable', reason: error.message };
    }
  }
}
