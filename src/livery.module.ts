import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Injectable,
  Module,
  type OnModuleInit,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { EntityManager } from 'typeorm';
import { createApp } from './app.setup.js';
import { ownSchema } from './database/own-schema.js';
import type { EventRequest } from './event/event.dto.js';
import { OutboxService } from './event/outbox/outbox.service.js';
import { type LogOutput, openLog } from './shared/logging/log.js';
import { InvalidSettings, Settings } from './shared/settings.js';

/** The options of the service inside another application. */
export interface LiveryOptions {
  /**
   * The settings of the service by their names in the environment (docs/settings.md); the environment itself is not
   * read. `DATABASE_URL`, the database of the application, is required. The service listens on `PORT` if it is set, and
   * has no routes otherwise.
   */
  readonly settings: Readonly<Record<string, string | undefined>>;
  /** The schema of the tables; `livery` by default. It is created if it is missing. */
  readonly schema?: string;
  /** Receives the lines of the service's log; standard output by default. */
  readonly log?: LogOutput;
}

const OPTIONS = Symbol('LiveryOptions');

/** Reports events to the service, in transactions of the application around it. */
@Injectable()
export class LiveryEvents implements OnModuleInit, BeforeApplicationShutdown {
  private service: NestExpressApplication | null = null;

  constructor(@Inject(OPTIONS) private readonly options: LiveryOptions) {}

  /**
   * Publishes an event in the form of POST /internal/event. It becomes durable with the transaction of `entityManager`,
   * and webhooks and emails follow once that is committed. Nothing follows after a rollback. An `id` that the company
   * has used in the last 7 days is the same event again.
   * @returns the event's id: the given one, or the one it gets
   * @throws InvalidInput with everything that is wrong with the event
   */
  async publish(event: EventRequest, entityManager: EntityManager): Promise<string> {
    if (this.service === null) throw new Error('Livery has not started, or has stopped.');
    return this.service.get(OutboxService, { strict: false }).publish(event, entityManager);
  }

  /** Starts the service: migrates its tables, and begins to take in and to deliver. */
  async onModuleInit(): Promise<void> {
    const { settings: given, schema = 'livery', log } = this.options;
    const { databaseUrl, cells } = new Settings(given);
    if (cells !== null)
      throw new InvalidSettings([
        'CELLS_FILE is not for Livery inside an application, which has one database.',
      ]);
    if (databaseUrl === null)
      throw new InvalidSettings(['DATABASE_URL must be set: the application’s database.']);
    const url = await ownSchema(databaseUrl, schema);
    // The surrounding application decides about processes.
    const settings = new Settings({ ...given, DATABASE_URL: url, PROCESSES: '1' });
    this.service = await createApp(settings, openLog(settings.logLevel, log), { ownsProcess: false });
    if (given['PORT'] !== undefined) await this.service.listen(settings.port, settings.host);
  }

  async beforeApplicationShutdown(): Promise<void> {
    const service = this.service;
    this.service = null;
    await service?.close();
  }
}

/**
 * The whole service inside another Nest application, as a second application in the same process with its own
 * container, routes and connections, so that neither affects the other. Global: `LiveryEvents` can be injected
 * anywhere.
 */
@Module({})
export class LiveryModule {
  static forRoot(options: LiveryOptions): DynamicModule {
    return {
      module: LiveryModule,
      global: true,
      providers: [LiveryEvents, { provide: OPTIONS, useValue: options }],
      exports: [LiveryEvents],
    };
  }
}
