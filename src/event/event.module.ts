import { Module } from '@nestjs/common';
import { PartnerModule } from '../partner/partner.module.js';
import { EventController } from './event.controller.js';
import { EventService } from './event.service.js';

/** Events in. The EventJournal behind it comes from the delivery module, which is global. */
@Module({
  imports: [PartnerModule],
  controllers: [EventController],
  providers: [EventService],
  exports: [EventService],
})
export class EventModule {}
