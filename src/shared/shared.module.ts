import { type DynamicModule, Module } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { ScheduleModule } from '@nestjs/schedule';
import { Clock } from './clock.js';
import { DocumentMemory } from './document-memory.js';
import { Log } from './logging/log.js';
import { Metrics } from './metrics/metrics.js';
import { Siblings } from './siblings.js';
import { Readiness } from './readiness.js';
import { SealedSecrets } from './secrets/sealed-secrets.js';
import { SealedTokens } from './secrets/sealed-tokens.js';
import { Settings } from './settings.js';
import { ThreadShare } from './thread-share.js';

/**
 * Providers for all modules: settings, clock, log, metrics, readiness, sealed secrets, a share of the main thread,
 * memory for documents, the other processes.
 */
@Module({})
export class SharedModule {
  static with(settings: Settings, log: Log): DynamicModule {
    return {
      module: SharedModule,
      global: true,
      imports: [EventEmitterModule.forRoot(), ScheduleModule.forRoot()],
      providers: [
        Clock,
        DocumentMemory,
        Metrics,
        Readiness,
        SealedSecrets,
        SealedTokens,
        Siblings,
        { provide: ThreadShare, useFactory: () => new ThreadShare() },
        { provide: Settings, useValue: settings },
        { provide: Log, useValue: log },
      ],
      exports: [
        Clock,
        DocumentMemory,
        Metrics,
        Readiness,
        SealedSecrets,
        SealedTokens,
        Settings,
        Siblings,
        Log,
        ThreadShare,
      ],
    };
  }
}
