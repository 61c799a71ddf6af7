import type { NestExpressApplication } from '@nestjs/platform-express';
import { ServerLifecycle } from '../shared/http/server.lifecycle.js';
import { Readiness } from '../shared/readiness.js';
import { Siblings } from '../shared/siblings.js';

/**
 * Makes a service that listens one of several processes on one port, as soon as it is ready.
 * @param stop called when it has been replaced and has left the port
 */
export async function joinOthers(app: NestExpressApplication, stop: () => void): Promise<void> {
  await app.get(Readiness).met();
  await app.get(Siblings).serve(() => void app.get(ServerLifecycle).leave().then(stop));
}
