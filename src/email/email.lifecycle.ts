import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { Interval } from '@nestjs/schedule';
import { Settings } from '../shared/settings.js';
import { ATTEMPTS_WAITING, EMAILS_WAITING } from '../queue/attempts-waiting.js';
import { EmailEngine } from './email-engine.js';

/** Starts and stops the email engine with the service, and wakes it every second and whenever emails arrive. */
@Injectable()
export class EmailLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private drained: Promise<void> = Promise.resolve();

  constructor(
    private readonly emails: EmailEngine,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.roles.has('worker')) this.emails.start();
  }

  /** Does not wait yet, so that deliveries in flight can end at the same time. */
  onModuleDestroy(): void {
    this.drained = this.emails.drain();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.drained;
  }

  @Interval('scan emails', 1_000)
  @OnEvent(ATTEMPTS_WAITING)
  @OnEvent(EMAILS_WAITING)
  scan(): void {
    this.emails.retries.wakeIn(0);
  }
}
