import { type DynamicModule, Module } from '@nestjs/common';
import { DatabaseModule } from './database/database.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { PartnerModule } from './partner/partner.module.js';
import { Log } from './shared/logging/log.js';
import { SharedModule } from './shared/shared.module.js';
import { Settings } from './shared/settings.js';
import { WebhookSubscriptionModule } from './webhook-subscription/webhook-subscription.module.js';

/** The modules of the service. */
@Module({
  imports: [DatabaseModule, PartnerModule, WebhookSubscriptionModule, OperationsModule, OpenApiModule],
})
export class AppModule {
  static with(settings: Settings, log: Log): DynamicModule {
    return { module: AppModule, imports: [SharedModule.with(settings, log)] };
  }
}
