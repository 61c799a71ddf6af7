import type { Json, TestApp } from '../support/app.js';
import type { ServiceProcess } from '../support/service-process.js';

const RETRY_MS = 20;
const PATIENCE_MS = 60_000;

/**
 * Reports events to one process after the other, starting with a given one, until one accepts them.
 * @throws if one refuses them with another status than 503, or none accepts them within a minute
 */
export async function reportToAny(
  processes: readonly ServiceProcess[],
  appOf: (process: ServiceProcess) => TestApp,
  events: Json,
  turn: number,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let tries = 0; performance.now() < end; tries++) {
    const process = processes[(turn + tries) % processes.length];
    if (process === undefined) break;
    const app = appOf(process);
    const answer = await app.internal('POST', '/internal/event', events).catch(() => null);
    await app.stop();
    if (answer?.status === 202) return;
    if (answer !== null && answer.status !== 503) throw new Error(`Refused: ${answer.text}`);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  throw new Error(`Not accepted.\n${processes.map(({ lines }) => lines).join('\n')}`);
}
