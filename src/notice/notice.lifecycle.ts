import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Settings } from '../shared/settings.js';
import { NoticeMailingService } from './notice-mailing.service.js';
import { NoticeReportingService } from './notice-reporting.service.js';

/** Has workers look for notices every second. What fails is looked at again. */
@Injectable()
export class NoticeLifecycle implements OnModuleDestroy {
  private readonly log = new Logger('Notices');
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    private readonly reporting: NoticeReportingService,
    private readonly mailing: NoticeMailingService,
    private readonly settings: Settings,
  ) {}

  @Interval(1_000)
  look(): void {
    if (this.isStopping || !this.settings.roles.has('worker')) return;
    this.running ??= this.run().finally(() => (this.running = null));
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await this.reporting.run();
      await this.mailing.run();
    } catch (error) {
      this.log.warn(`Notices wait: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
