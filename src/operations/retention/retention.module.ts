import { Module } from '@nestjs/common';
import { PortalLinkRetentionRepository } from '../../console/portal-link-retention.repository.js';
import { PartitionRepository } from '../../database/partitions/partition.repository.js';
import { DeliveryRetentionRepository } from '../../delivery/delivery-retention.repository.js';
import { EmailRetentionRepository } from '../../email/email-retention.repository.js';
import { OutboxRetentionRepository } from '../../event/outbox/outbox-retention.repository.js';
import { NoticeRetentionRepository } from '../../notice/notice-retention.repository.js';
import { ApiKeyRetentionRepository } from '../../partner/api-key-retention.repository.js';
import { HistoryRetentionRepository } from '../../webhook-subscription/history/history-retention.repository.js';
import { StoredStructuresModule } from '../../rendering/structures/stored-structures.module.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';

/** Schedules the removal of old data. The statements are in the modules that own the tables. */
@Module({
  imports: [StoredStructuresModule],
  providers: [
    ApiKeyRetentionRepository,
    DeliveryRetentionRepository,
    EmailRetentionRepository,
    NoticeRetentionRepository,
    OutboxRetentionRepository,
    HistoryRetentionRepository,
    PartitionRepository,
    PortalLinkRetentionRepository,
    RetentionRepository,
    RetentionService,
  ],
  exports: [PartitionRepository, RetentionService],
})
export class RetentionModule {}
