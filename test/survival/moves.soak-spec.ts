import { setTimeout as delay } from 'node:timers/promises';
import { rabbitMq } from '../support/brokers/install.mjs';
import { RabbitMq } from '../support/brokers/rabbitmq.js';
import { MoveScene } from './move-scene.js';

const ROUND_TRIPS = Number(process.env['ROUND_TRIPS'] ?? 10);
const EVENTS_PER_SECOND = 200;
const PATIENCE_MS = 1_800_000;
/** A move takes about this long. Each kill comes at a random moment of it. */
const MOVE_MS = 4_000;
const MAX_TRIES = 20;
/** The limit for pauses without a kill, on a busy machine. */
const LONGEST_MEDIAN_MS = 2_000;

describe('A partner that moves between two cells of two processes each', () => {
  it(
    `${ROUND_TRIPS} times there and back loses nothing, while a process, a server or the command is killed in half of the moves`,
    async () => {
      const broker = rabbitMq() === null ? null : await RabbitMq.begin();
      const scene = await MoveScene.open(2, { LOG_LEVEL: 'warn' }, broker);
      const pauses: number[] = [];
      const killed: string[] = [];
      try {
        const moved = moves(scene, pauses, killed);
        const startedAt = performance.now();
        await scene.pacedLoad(EVENTS_PER_SECOND, moved);
        await moved;
        const rate = Math.round(scene.count / ((performance.now() - startedAt) / 1_000));
        expect(await scene.arrived()).toEqual({ lost: 0, underTwoIds: 0 });
        expect(await scene.databases.leftOver()).toEqual([]);
        const median = pauses.toSorted((one, other) => one - other)[Math.floor(pauses.length / 2)] ?? 0;
        process.stdout.write(
          `${2 * ROUND_TRIPS} moves with ${killed.length} kills (${killed.join()}): 0 of ${scene.count} events lost, ${rate} a second` +
            `${broker === null ? '' : ', half of them through RabbitMQ'}, ` +
            `${scene.receiver.requests.length} requests. Paused for ${median} ms in the median, ${Math.max(...pauses)} ms at most, of ${pauses.length}.\n`,
        );
        expect(median).toBeLessThanOrEqual(LONGEST_MEDIAN_MS);
      } finally {
        await scene.close();
        await broker?.stop();
      }
    },
    PATIENCE_MS,
  );
});

async function moves(scene: MoveScene, pauses: number[], killed: string[]): Promise<void> {
  for (let move = 0; move < 2 * ROUND_TRIPS; move++) {
    const cell = move % 2 === 0 ? 'b' : 'a';
    const killing = move % 4 >= 2 ? kill(scene, killed) : Promise.resolve();
    const before = killed.length;
    let isDone = false;
    for (let tries = 1; !isDone; tries++) {
      const mover = scene.move(cell);
      scene.mover = mover;
      const pausedMs = await mover.pausedMs();
      if (pausedMs !== null) {
        pauses.push(pausedMs);
        process.stdout.write(
          `${move + 1}: paused for ${pausedMs} ms ${killed.length > before ? `with a kill of ${killed.at(-1)}` : 'with no kill'}\n`,
        );
      }
      isDone = await mover.isDone();
      if (!isDone && tries >= MAX_TRIES) await mover.succeeds();
      if (!isDone) await delay(500);
    }
    await killing;
  }
}

/** Kills something at a random moment of a move (kill -9), and starts it again if it does not return by itself. */
async function kill(scene: MoveScene, killed: string[]): Promise<void> {
  await delay(Math.random() * MOVE_MS);
  const victims = [...scene.processes, ...scene.databases.servers, 'command' as const];
  const victim = victims[Math.floor(Math.random() * victims.length)];
  if (victim === undefined || victim === 'command') {
    killed.push('command');
    await scene.mover?.kill();
  } else if ('signal' in victim) {
    killed.push(`process ${scene.processes.indexOf(victim)}`);
    await victim.end('SIGKILL');
    await victim.start();
  } else {
    killed.push(`server ${scene.databases.servers.indexOf(victim)}`);
    await victim.kill();
    await victim.start();
  }
}
