import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { EmailModule } from '../email/email.module.js';
import { StatisticsController } from './statistics.controller.js';

/** Statistics of partners: of their deliveries and of their emails, which do not know each other. */
@Module({
  imports: [DeliveryModule, EmailModule],
  controllers: [StatisticsController],
})
export class StatisticsModule {}
