import { Module } from '@nestjs/common';
import { PartnerModule } from '../partner/partner.module.js';
import { EventController } from './event.controller.js';
import { EventService } from './event.service.js';
import { OutboxMetrics } from './outbox/outbox.metrics.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { OutboxService } from './outbox/outbox.service.js';
import { EventSourceMetrics } from './source/event-source.metrics.js';
import { EventSourceService } from './source/event-source.service.js';
import { MessageIntake } from './source/message-intake.js';
import { SplitEvents } from './split-events.js';

/** Incoming events. The global delivery module provides the EventJournal. */
@Module({
  imports: [PartnerModule],
  controllers: [EventController],
  providers: [
    EventService,
    EventSourceMetrics,
    EventSourceService,
    MessageIntake,
    OutboxMetrics,
    OutboxRepository,
    OutboxService,
    SplitEvents,
  ],
  exports: [EventService, OutboxService],
})
export class EventModule {}
