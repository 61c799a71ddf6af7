import {
  BeforeApplicationShutdown,
  Injectable,
  OnApplicationBootstrap,
  OnModuleDestroy,
} from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { Interval } from '@nestjs/schedule';
import { Settings } from '../../shared/settings.js';
import { DeliveryEngine } from '../delivery-engine.js';
import { ATTEMPTS_WAITING } from '../domain/attempts-waiting.js';
import { EmailEngine } from './email-engine.js';

/** Starts and stops the sending of emails with the service, and wakes it: by the clock, and when emails have come. */
@Injectable()
export class EmailLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private drained: Promise<void> = Promise.resolve();

  constructor(
    private readonly emails: EmailEngine,
    private readonly deliveries: DeliveryEngine,
    private readonly settings: Settings,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.roles.has('worker')) {
      this.deliveries.intake.onEmails(() => this.deliveries.attemptsWait());
      return;
    }
    this.emails.start();
    this.deliveries.intake.onEmails(() => this.scan());
  }

  /** Nothing is waited for yet: deliveries in flight end meanwhile. */
  onModuleDestroy(): void {
    this.drained = this.emails.drain();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.drained;
  }

  @Interval('scan emails', 1_000)
  @OnEvent(ATTEMPTS_WAITING)
  scan(): void {
    this.emails.retries.wakeIn(0);
  }
}
