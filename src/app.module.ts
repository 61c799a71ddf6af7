import { type DynamicModule, Module } from '@nestjs/common';
import { CellLifecycle } from './cell/cell.lifecycle.js';
import { CellModule } from './cell/cell.module.js';
import { ContactModule } from './contact/contact.module.js';
import { ConsoleModule } from './console/console.module.js';
import { DeliveryModule } from './delivery/delivery.module.js';
import { EmailModule } from './email/email.module.js';
import { EventModule } from './event/event.module.js';
import { DatabaseModule, OpeningDatabaseModule } from './database/database.module.js';
import type { OpeningDatabase } from './database/open-database.js';
import { EmailTemplateModule } from './email-template/email-template.module.js';
import { HttpModule } from './http.module.js';
import { NoticeModule } from './notice/notice.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { PartnerModule } from './partner/partner.module.js';
import { Log } from './shared/logging/log.js';
import { ServerLifecycle } from './shared/http/server.lifecycle.js';
import { RoutingModule } from './routing/routing.module.js';
import { SharedModule } from './shared/shared.module.js';
import { Settings } from './shared/settings.js';
import { StatisticsModule } from './statistics/statistics.module.js';
import { StreamLifecycle } from './stream/stream.lifecycle.js';
import { StreamModule } from './stream/stream.module.js';
import { TestEmailModule } from './test-email/test-email.module.js';
import { WebhookSubscriptionModule } from './webhook-subscription/webhook-subscription.module.js';

/** The modules of the service. */
@Module({
  imports: [
    HttpModule,
    DatabaseModule,
    CellModule,
    PartnerModule,
    EmailTemplateModule,
    WebhookSubscriptionModule,
    OperationsModule,
    OpenApiModule,
    DeliveryModule,
    EmailModule,
    StatisticsModule,
    ContactModule,
    NoticeModule,
    TestEmailModule,
    EventModule,
    StreamModule,
    ConsoleModule,
    RoutingModule,
  ],
  providers: [CellLifecycle, ServerLifecycle, StreamLifecycle],
})
export class AppModule {
  /** @param opening the database if it is already being opened; otherwise the one in the settings is opened */
  static with(settings: Settings, log: Log, opening?: OpeningDatabase): DynamicModule {
    const database = opening === undefined ? [] : [OpeningDatabaseModule.with(opening)];
    return { module: AppModule, imports: [SharedModule.with(settings, log), ...database] };
  }
}
