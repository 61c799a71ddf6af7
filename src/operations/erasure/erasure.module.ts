import { Module } from '@nestjs/common';
import { EmailErasureRepository } from '../../email/email-erasure.repository.js';
import { ErasureRepository } from './erasure.repository.js';
import { ErasureService } from './erasure.service.js';

/** Erasing a document's data on request. Its route is the operations module's. */
@Module({
  providers: [EmailErasureRepository, ErasureRepository, ErasureService],
  exports: [ErasureService],
})
export class ErasureModule {}
