import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { PartitionRepository } from '../../database/partitions/partition.repository.js';
import { Clock } from '../../shared/clock.js';
import { dayTables } from './day-tables.js';

const DAYS_AHEAD = 3;

/** Creates the partitions of today and the next days, before the first event is accepted and then every hour. */
@Injectable()
export class PartitionsService implements OnModuleInit {
  constructor(
    private readonly partitions: PartitionRepository,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.makePartitions();
  }

  @Cron('0 7 * * * *', { timeZone: 'UTC' })
  async makePartitions(): Promise<void> {
    await this.partitions.ensure(dayTables.partitioned, this.clock.now(), DAYS_AHEAD);
  }
}
