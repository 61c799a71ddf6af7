import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WorkPoller } from '../database/work-poller.js';
import { Settings } from '../shared/settings.js';
import { NoticeMailingService } from './notice-mailing.service.js';
import { NoticeReportingService } from './notice-reporting.service.js';

/** Starts the reporting and mailing of notices in workers. A failed round is repeated a second later. */
@Injectable()
export class NoticeLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('Notices');
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    private readonly reporting: NoticeReportingService,
    private readonly mailing: NoticeMailingService,
    private readonly settings: Settings,
    private readonly work: WorkPoller,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings.roles.has('worker')) return;
    const onPoll = (isThere: boolean): void => void (isThere && this.look());
    this.work.add({ table: 'notice', where: 'reported_at IS NULL', indexedBy: 'created_at', onPoll });
    this.work.add({
      table: 'notice',
      where: 'mailed_at IS NULL',
      indexedBy: 'partner_id, created_at',
      onPoll,
    });
  }

  private look(): void {
    if (this.isStopping) return;
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
      this.log.warn(`Notices cannot be sent yet: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
