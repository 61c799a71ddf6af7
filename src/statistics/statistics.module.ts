import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module.js';
import { EmailModule } from '../email/email.module.js';
import { StatisticsController } from './statistics.controller.js';

/** Statistics of partners' deliveries and emails, which come from two independent modules. */
@Module({
  imports: [DeliveryModule, EmailModule],
  controllers: [StatisticsController],
})
export class StatisticsModule {}
