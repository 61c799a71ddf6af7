import { ServiceScene } from './service-scene.js';
import { CellScene } from './cell-scene.js';
import { killWhileOrdered } from './ordered-scene.js';
import { sendEmailsThrough } from './mail-scene.js';

const KILLS = 30;
const EVENTS_PER_KILL = 100;
const DATABASE_KILLS = 12;
/** The probability that the database is killed again during its recovery. */
const KILLS_PER_RELAPSE = 3;
const RESTARTS = 2;
const PATIENCE_MS = 900_000;

describe('Every accepted event', () => {
  let scene: ServiceScene;

  afterEach(() => scene.close());

  it(
    `survives ${KILLS} times kill -9 of one of two services at a random moment`,
    async () => {
      scene = await ServiceScene.open(2);
      for (let kill = 1; kill <= KILLS; kill++) {
        const victim = scene.services[kill % 2]!;
        const arrived = scene.receiver.requests.length;
        const reported = scene.report(EVENTS_PER_KILL);
        await scene.receiver.arrived(arrived + Math.ceil(Math.random() * EVENTS_PER_KILL * 0.8));
        await victim.end('SIGKILL');
        await victim.start();
        await reported;
      }
      await scene.allArrived();
      const posts = scene.receiver.requests.length;
      const ids = [...scene.idsByEvent().values()];
      expect(scene.accepted.size).toBe(KILLS * EVENTS_PER_KILL);
      expect(ids.every((webhookIds) => webhookIds.size === 1)).toBe(true);
      expect(await scene.states()).toEqual({ succeeded: KILLS * EVENTS_PER_KILL });
      // Only attempts in flight at a kill are repeated: at most as many as two services may have in flight for one
      // endpoint.
      expect(posts - scene.accepted.size).toBeLessThanOrEqual(KILLS * 20);
      process.stdout.write(
        `${KILLS} kills: 0 of ${scene.accepted.size} lost, ${posts - scene.accepted.size} sent twice.\n`,
      );
    },
    PATIENCE_MS,
  );

  it(
    `survives ${DATABASE_KILLS} times kill -9 of the database of two services, every third time twice`,
    async () => {
      scene = await ServiceScene.openEmbedded(2);
      // Slow answers, so that at each kill some attempts are in flight and others wait in memory.
      scene.receiver.answer = () => ({ status: 200, delayMs: 100 });
      for (let kill = 1; kill <= DATABASE_KILLS; kill++) {
        const arrived = scene.receiver.requests.length;
        const reported = scene.report(EVENTS_PER_KILL);
        await scene.receiver.arrived(arrived + Math.ceil(Math.random() * EVENTS_PER_KILL * 0.8));
        await scene.killDatabase();
        if (kill % KILLS_PER_RELAPSE === 0) await scene.killDatabase();
        await reported;
      }
      await scene.allArrived();
      const posts = scene.receiver.requests.length;
      expect(scene.accepted.size).toBe(DATABASE_KILLS * EVENTS_PER_KILL);
      expect([...scene.idsByEvent().values()].every((webhookIds) => webhookIds.size === 1)).toBe(true);
      expect(await scene.states()).toEqual({ succeeded: DATABASE_KILLS * EVENTS_PER_KILL });
      process.stdout.write(
        `${DATABASE_KILLS} kills of the database: 0 of ${scene.accepted.size} lost, ${posts - scene.accepted.size} sent twice.\n`,
      );
    },
    PATIENCE_MS,
  );

  it(
    `survives ${RESTARTS} rolling restarts of two doors and two workers, one of them stopped for a while each time`,
    async () => {
      scene = await ServiceScene.openWith(['api', 'api', 'worker', 'worker']);
      const reported = scene.reportOn();
      for (let restart = 1; restart <= RESTARTS; restart++) {
        const sleeper = scene.services[2 + (restart % 2)]!;
        sleeper.signal('SIGSTOP');
        await scene.receiver.arrived(scene.receiver.requests.length + EVENTS_PER_KILL);
        for (const service of scene.services) {
          service.signal('SIGCONT');
          expect(await service.end('SIGTERM')).toBe(0);
          await service.start();
        }
      }
      await reported();
      await scene.allArrived();
      expect([...scene.idsByEvent().values()].every((webhookIds) => webhookIds.size === 1)).toBe(true);
      expect(await scene.states()).toEqual({ succeeded: scene.accepted.size });
      process.stdout.write(
        `${RESTARTS} rolling restarts: 0 of ${scene.accepted.size} lost, ${scene.receiver.requests.length - scene.accepted.size} sent twice.\n`,
      );
    },
    PATIENCE_MS,
  );
});

describe('The events of a document', () => {
  it(
    `arrive in order, ${KILLS} times kill -9 of one of two services notwithstanding`,
    async () => {
      const { accepted, lost, outOfOrder, repeated } = await killWhileOrdered(KILLS);
      process.stdout.write(
        `${KILLS} kills: ${lost} of ${accepted} lost, ${outOfOrder} out of order, ${repeated} sent again.\n`,
      );
      expect({ lost, outOfOrder }).toEqual({ lost: 0, outOfOrder: 0 });
    },
    PATIENCE_MS,
  );
});

describe('A thousand emails', () => {
  it(
    'survive kill -9 of the service: every recipient has his, and copies carry one Message-ID',
    async () => {
      const messageIds = [...(await sendEmailsThrough('SIGKILL', 1_000)).values()];
      expect(messageIds).toHaveLength(1_000);
      expect(messageIds.every((ids) => new Set(ids).size === 1)).toBe(true);
      process.stdout.write(
        `${messageIds.flat().length - messageIds.length} of 1000 emails were sent twice.\n`,
      );
    },
    PATIENCE_MS,
  );
});

describe('Events of two cells with two processes each', () => {
  it(
    `survive ${KILLS} times kill -9 of one of the four`,
    async () => {
      const scene = await CellScene.open();
      try {
        for (let kill = 0; kill < KILLS; kill++) {
          const victim = scene.processes[kill % scene.processes.length];
          const before = scene.receiver.requests.length;
          const reported = scene.report(10);
          await scene.receiver.arrived(before + Math.ceil(Math.random() * 100));
          await victim?.end('SIGKILL');
          await victim?.start();
          await reported;
        }
        const { lost, underTwoIds } = await scene.arrived();
        process.stdout.write(
          `${KILLS} kills in two cells: ${lost} of ${scene.count} lost, ${underTwoIds} under two ids.\n`,
        );
        expect({ lost, underTwoIds }).toEqual({ lost: 0, underTwoIds: 0 });
      } finally {
        await scene.close();
      }
    },
    PATIENCE_MS,
  );
});
