import { Module } from '@nestjs/common';
import { DeliveryErasureRepository } from '../../delivery/delivery-erasure.repository.js';
import { EmailErasureRepository } from '../../email/email-erasure.repository.js';
import { NoticeErasureRepository } from '../../notice/notice-erasure.repository.js';
import { OutboxErasureRepository } from '../../event/outbox/outbox-erasure.repository.js';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureService } from './erasure.service.js';

/** Erasing a document's data on request. Its route is the operations module's. */
@Module({
  providers: [
    DeliveryErasureRepository,
    EmailErasureRepository,
    ErasureRepository,
    ErasureService,
    NoticeErasureRepository,
    OutboxErasureRepository,
  ],
  exports: [ErasureService],
})
export class ErasureModule {}
