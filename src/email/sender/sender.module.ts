import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LIVERY_DATABASE } from '../../database/data-source-name.js';
import { PartnerModule } from '../../partner/partner.module.js';
import { InternalSenderController } from './internal-sender.controller.js';
import { SenderStateController } from './sender-state.controller.js';
import { SenderStateService } from './sender-state.service.js';
import { SenderRepository } from './sender.repository.js';
import { SenderSchema } from './sender.schema.js';
import { SenderService } from './sender.service.js';

/** The senders of partners. A separate module, because the command line needs it without sending emails. */
@Module({
  imports: [TypeOrmModule.forFeature([SenderSchema], LIVERY_DATABASE), PartnerModule],
  controllers: [InternalSenderController, SenderStateController],
  providers: [SenderRepository, SenderService, SenderStateService],
  exports: [SenderService],
})
export class SenderModule {}
