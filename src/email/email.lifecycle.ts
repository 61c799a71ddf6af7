import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { WorkPoller } from '../database/work-poller.js';
import { PARTNER_PAUSED } from '../shared/partner-moving.js';
import { Settings } from '../shared/settings.js';
import { ATTEMPTS_WAITING, EMAILS_WAITING } from '../queue/wake-events.js';
import { EmailEngine } from './email-engine.js';

/**
 * Starts and stops the email engine with the service. Wakes it when emails arrive, and every second while some wait.
 */
@Injectable()
export class EmailLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private drained: Promise<void> = Promise.resolve();

  constructor(
    private readonly emails: EmailEngine,
    private readonly settings: Settings,
    private readonly work: WorkPoller,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.roles.has('worker')) return;
    this.emails.start();
    this.work.add({
      table: 'email_attempt',
      indexedBy: 'partner_id, company_id',
      onPoll: (isThere) => (isThere ? this.scan() : this.emails.retries.foundEmpty()),
    });
  }

  /** Begins to drain without waiting, so that emails and deliveries drain in parallel. */
  onModuleDestroy(): void {
    this.drained = this.emails.drain();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.drained;
  }

  @OnEvent(PARTNER_PAUSED)
  partnerPaused(partnerId: number): void {
    this.emails.partnerPaused(partnerId);
  }

  @OnEvent(ATTEMPTS_WAITING)
  @OnEvent(EMAILS_WAITING)
  scan(): void {
    this.emails.retries.wakeIn(0);
  }
}
