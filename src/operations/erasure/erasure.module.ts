import { Module } from '@nestjs/common';
import { DeliveryErasureRepository } from '../../delivery/delivery-erasure.repository.js';
import { EmailErasureRepository } from '../../email/email-erasure.repository.js';
import { NoticeErasureRepository } from '../../notice/notice-erasure.repository.js';
import { OutboxErasureRepository } from '../../event/outbox/outbox-erasure.repository.js';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureService } from './erasure.service.js';

/** Erases a document's data on request. The operations module has the route. */
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
