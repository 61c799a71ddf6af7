import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { AppModule } from './app.module.js';
import type { OpeningDatabase } from './database/open-database.js';
import { EventShortcut } from './event/event-shortcut.js';
import { EventController } from './event/event.controller.js';
import { ApiDocuments } from './openapi/api-documents.js';
import { InternalGuard } from './partner/internal.guard.js';
import { RateLimitService } from './partner/rate-limit.service.js';
import { CellRouter } from './routing/cell-router.js';
import { BrokenRequests } from './shared/http/broken-requests.js';
import { checkHead, countHeaders } from './shared/http/head-check.js';
import { RouteTable } from './shared/http/route-table.js';
import { securityHeaders } from './shared/http/security-headers.js';
import { RequestLog } from './shared/http/request-log.js';
import { RequestMetrics } from './shared/http/request.metrics.js';
import { READER_PATIENCE_MS, SlowReaders } from './shared/http/slow-readers.js';
import { openLog } from './shared/logging/log.js';
import { NestLog } from './shared/logging/nest-log.js';
import type { Settings } from './shared/settings.js';

/** The time within which a caller must send a request with its body. */
const REQUEST_TIMEOUT_MS = 120_000;
/** Longer than load balancers and clients keep idle connections, so that they send nothing on a closing one. */
const KEEP_ALIVE_MS = 75_000;

interface AppOptions {
  /** False if the surrounding application owns Nest's logger, of which a process has only one. */
  readonly ownsProcess?: boolean;
  /** The time for which a caller may stop reading its answer. */
  readonly readerPatienceMs?: number;
  /** The database of the settings if it is already being opened. */
  readonly opening?: OpeningDatabase;
}

/**
 * Creates the service with its routes, initialised but not yet listening, for main.ts and for tests. Throws errors of
 * the start, instead of logging them and exiting.
 */
export async function createApp(
  settings: Settings,
  log = openLog(settings.logLevel),
  { ownsProcess = true, readerPatienceMs = READER_PATIENCE_MS, opening }: AppOptions = {},
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(settings, log, opening),
    adapter(settings),
    {
      // Bodies are read after the guards, by the service's own rules (shared/http/json-body.ts).
      bodyParser: false,
      abortOnError: false,
      ...(ownsProcess && { logger: new NestLog(log.lines) }),
    },
  );
  const requests = new RequestLog(log, app.get(RequestMetrics));
  app.use(requests.lead, securityHeaders, checkHead, app.get(RouteTable).guardLiterals);
  const server = app.getHttpServer();
  countHeaders(server);
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  new SlowReaders(readerPatienceMs).attachTo(server);
  const internalGuard = new InternalGuard(settings, app.get(RateLimitService));
  const isProxy = app.getHttpAdapter().getInstance().get('trust proxy fn');
  new EventShortcut(requests, internalGuard, app.get(EventController), isProxy).interceptRequests(server);
  new BrokenRequests(requests).answerOn(server);
  app.get(ApiDocuments).describe(app);
  await app.init();
  app.get(CellRouter, { strict: false }).interceptRequests(server, requests, { isProxy });
  return app;
}

/**
 * Express with exact paths, without its ETags and X-Powered-By header, and with the trusted proxies of the settings.
 */
function adapter({ trustProxy }: Settings): ExpressAdapter {
  const instance = express();
  instance.enable('case sensitive routing');
  instance.disable('x-powered-by');
  instance.disable('etag');
  instance.set('trust proxy', trustProxy ?? false);
  return new ExpressAdapter(instance);
}
