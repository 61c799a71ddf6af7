import { CellScene } from './cell-scene.js';

const PATIENCE_MS = 240_000;
const REQUESTS = 15;

describe('Events of two cells with two processes each', () => {
  it(
    'survive kill -9 of a process of either cell: each subscription gets every event, with one id',
    async () => {
      const scene = await CellScene.open();
      try {
        for (const victim of [scene.processes[3], scene.processes[0]]) {
          const before = scene.receiver.requests.length;
          const reported = scene.report(REQUESTS);
          await scene.receiver.arrived(before + 50);
          await victim?.end('SIGKILL');
          await victim?.start();
          await reported;
        }
        expect(await scene.arrived()).toEqual({ lost: 0, underTwoIds: 0 });
        expect(scene.count).toBe(2 * REQUESTS * 10);
      } finally {
        await scene.close();
      }
    },
    PATIENCE_MS,
  );
});
