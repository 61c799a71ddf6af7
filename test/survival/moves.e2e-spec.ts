import { runCommand } from '../support/command.js';
import { MoveScene } from './move-scene.js';

const PATIENCE_MS = 300_000;
/** The steps at which the command is killed. */
const KILLED_AT = ['copying', 'following', 'paused', 'verified', 'switched'];

describe('A partner that moves to another cell under load', () => {
  it(
    'and back receives every event once, although the command is killed at each step',
    async () => {
      const scene = await MoveScene.open(1);
      try {
        const moves = async () => {
          for (const line of KILLED_AT) {
            const mover = scene.move('b');
            await mover.reaches(line);
            await mover.kill();
          }
          await scene.move('b').succeeds();
          expect([
            await scene.databases.leftOver(),
            await scene.databases.rowsOf(0, scene.moving.id),
          ]).toEqual([[], 0]);
          const { id } = scene.moving;
          return runCommand(['partner', 'move', String(id), '--to', 'a'], scene.operatorEnvironment);
        };
        const moved = moves();
        await scene.load(moved);
        const { code, out, err } = await moved;
        expect([code, err.split('\n').slice(-3)]).toEqual([0, ['switched', 'done', '']]);
        process.stdout.write(`${scene.count} events. ${out}`);
        expect([await scene.databases.leftOver(), await scene.databases.rowsOf(1, scene.moving.id)]).toEqual([
          [],
          0,
        ]);
        expect(await scene.arrived()).toEqual({ lost: 0, underTwoIds: 0 });
        expect(scene.statuses.filter((status) => status !== 503)).toEqual([200]);
      } finally {
        await scene.close();
      }
    },
    PATIENCE_MS,
  );
});
