import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../shared/settings.js';
import { type Broker, type BrokerConnection, BrokerFault } from '../domain/broker.js';
import { Backoff } from './backoff.js';
import { brokerOf } from './brokers.js';
import { EventSourceMetrics } from './event-source.metrics.js';
import { MessageIntake } from './message-intake.js';

/**
 * Consumes events from a queue or topic, in processes with the role `api`. Acknowledges a message once its events are
 * durable and its dead letters stored. After a crash, the broker redelivers it, but its events have the same ids and so
 * count once.
 */
@Injectable()
export class EventSourceService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('EventSource');
  private readonly stopping = new AbortController();
  private taking: Promise<void> | null = null;
  private isTaking = false;

  constructor(
    private readonly settings: Settings,
    private readonly intake: MessageIntake,
    private readonly metrics: EventSourceMetrics,
  ) {}

  onApplicationBootstrap(): void {
    const { eventSource, roles } = this.settings;
    if (eventSource === null || !roles.has('api')) return;
    this.taking = this.takeUntilStopped(brokerOf(eventSource));
  }

  /** Finishes and acknowledges what is being written. The broker redelivers the rest. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    // Do not wait for a broker that does not answer.
    if (this.isTaking) await this.taking;
  }

  private async takeUntilStopped(broker: Broker): Promise<void> {
    const { signal: stopped } = this.stopping;
    const backoff = new Backoff();
    while (!stopped.aborted) {
      try {
        await this.takeOn(broker, backoff);
      } catch (error) {
        if (stopped.aborted) return;
        this.report(broker, error);
        await backoff.pause(stopped).catch(() => undefined);
      }
    }
  }

  /** Consumes until the service stops. Rejects if the connection is lost. */
  private async takeOn(broker: Broker, backoff: Backoff): Promise<void> {
    const connection = await broker.connect();
    try {
      await connection.start();
      if (this.stopping.signal.aborted) return;
      this.isTaking = true;
      this.metrics.connected(connection);
      this.log.log(`Receiving events from ${broker.name}.`);
      backoff.succeeded();
      await this.takeAll(connection);
    } catch (error) {
      connection.lost.throwIfAborted();
      throw error;
    } finally {
      this.isTaking = false;
      this.metrics.connected(null);
      await connection.close();
    }
  }

  private async takeAll(connection: BrokerConnection): Promise<void> {
    const { signal: stopped } = this.stopping;
    const ended = AbortSignal.any([stopped, connection.lost]);
    for (;;) {
      const messages = await connection.next(stopped);
      if (messages.length === 0) return;
      this.metrics.taken(messages.length);
      const refused = await this.intake.take(messages, ended);
      if (refused.length > 0) await connection.bury(refused);
      await connection.acknowledge();
      this.metrics.acknowledged();
    }
  }

  private report(broker: Broker, error: unknown): void {
    if (error instanceof BrokerFault) {
      this.log.warn(`Cannot receive events from ${broker.name}: ${error.message}`);
      return;
    }
    this.log.error(error instanceof Error ? error : new Error(String(error)));
  }
}
