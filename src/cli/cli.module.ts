import { type DynamicModule, Module } from '@nestjs/common';
import { CellModule } from '../cell/cell.module.js';
import { ConsoleModule } from '../console/console.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { SenderModule } from '../email/sender/sender.module.js';
import { ErasureModule } from '../operations/erasure/erasure.module.js';
import { RetentionModule } from '../operations/retention/retention.module.js';
import { PartnerModule } from '../partner/partner.module.js';
import type { Log } from '../shared/logging/log.js';
import type { Settings } from '../shared/settings.js';
import { InputPipe } from '../shared/http/input.pipe.js';
import { SharedModule } from '../shared/shared.module.js';
import { SealedColumnRepository } from './sealed-column.repository.js';
import { SecretCheck } from './secret-check.js';
import { SecretRotation } from './secret-rotation.js';

/** The parts of the service that commands use. None of them listens for requests or delivers. */
@Module({
  imports: [
    DatabaseModule,
    CellModule,
    PartnerModule,
    SenderModule,
    ConsoleModule,
    ErasureModule,
    RetentionModule,
  ],
  providers: [InputPipe, SealedColumnRepository, SecretCheck, SecretRotation],
})
export class CliModule {
  static with(settings: Settings, log: Log): DynamicModule {
    return { module: CliModule, imports: [SharedModule.with(settings, log)] };
  }
}
