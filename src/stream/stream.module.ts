import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { EmailModule } from '../email/email.module.js';
import { StreamController } from './stream.controller.js';
import { StreamMetrics } from './stream.metrics.js';
import { StreamService } from './stream.service.js';

/** Streams of changes for partners. */
@Module({
  imports: [DeliveryModule, EmailModule],
  controllers: [StreamController],
  providers: [StreamMetrics, StreamService],
  exports: [StreamService],
})
export class StreamModule {}
