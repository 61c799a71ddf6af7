import type { NestExpressApplication } from '@nestjs/platform-express';
import { ServerLifecycle } from '../shared/http/server.lifecycle.js';
import { Readiness } from '../shared/readiness.js';
import { Siblings } from '../shared/siblings.js';

/**
 * Reports to the supervisor, once the service is ready, that this process takes requests on the shared port.
 * @param stop called when another process has replaced this one and it no longer listens
 */
export async function joinCluster(app: NestExpressApplication, stop: () => void): Promise<void> {
  await app.get(Readiness).met();
  await app.get(Siblings).serve(() => void app.get(ServerLifecycle).leave().then(stop));
}
