import { World } from './world.js';

/** Plans the disturbances and their times, until the world heals. */
export function planWeather(world: World): void {
  const { weather } = world.scenario;
  const isAll = weather === 'everything';
  if (world.scenario.areReceiversHanging) planHanging(world);
  else planFailures(world);
  planFaults(world);
  if (weather !== 'calm') times(world, world.scenario.lostSessions, () => endSession(world));
  if (weather === 'crashes' || isAll) planCrashes(world);
  if (weather === 'freezes' || isAll) planFreezes(world);
  if (weather === 'database' || isAll) planDatabase(world);
}

/** Makes receivers fail, and recover. */
function planFailures(world: World): void {
  for (const receiver of world.receivers.values()) {
    if (receiver.isReliable) continue;
    times(world, world.random.whole(0, 4), () => receiver.changeBehaviour());
  }
}

/** Makes all receivers that are not always healthy hang at the same time. */
function planHanging({ timeline, random, scenario, receivers }: World): void {
  timeline.at(random.between(500, scenario.activeMs / 2), () => {
    for (const receiver of receivers.values()) if (!receiver.isReliable) receiver.hang();
  });
}

/** Faults of a host, which must not use up attempts. */
function planFaults(world: World): void {
  times(world, world.random.whole(0, 2), () => {
    const network = world.anyInstance()?.network;
    if (!network) return;
    network.faults = 0.5;
    world.timeline.in(world.random.between(100, 8_000), () => {
      network.faults = 0;
    });
  });
}

function planCrashes(world: World): void {
  const { random } = world;
  times(world, random.whole(1, 6), () => {
    const slot = world.anySlot();
    if (random.chance(0.6)) slot.killAtCall(random.whole(1, 60));
    else slot.kill();
  });
  times(world, random.whole(0, 3), () => stopUnderLoad(world));
}

/** Sends SIGTERM while requests are in progress. */
function stopUnderLoad(world: World): void {
  const { random, timeline, documents } = world;
  const slot = world.anySlot();
  for (let count = random.whole(0, 8); count > 0; count--) {
    timeline.in(random.between(0, 6), () => documents.report(1, slot.life?.door));
  }
  timeline.in(3, () => slot.stop());
}

function planFreezes(world: World): void {
  const { random } = world;
  const duration = () =>
    random.pick([random.between(50, 4_000), random.between(8_000, 16_000), random.between(20_000, 60_000)]);
  times(world, random.whole(1, 4), () => world.anySlot().freeze(duration(), random.whole(0, 40)));
}

function planDatabase(world: World): void {
  const { random, server, timeline } = world;
  world.witness.disturbances.begin('database', null, 0)(world.scenario.activeMs + 5_000);
  server.trouble = world.scenario.trouble;
  times(world, random.whole(0, 3), () => server.stall(random.between(300, 12_000)));
  times(world, random.whole(0, 2), () => server.restart(random.between(50, 8_000)));
  times(world, random.whole(0, 2), () => world.anySlot().setClock(random.between(-20_000, 20_000)));
  timeline.at(world.scenario.activeMs, () => server.heal());
}

/** Ends a session, as an administrator or the network would. */
function endSession({ trace, server }: World): void {
  const session = server.anySession();
  if (session === null) return;
  trace.add('db', `ends session ${session.name}`);
  session.end();
}

/** Calls back this many times, at random moments while faults occur. */
function times(world: World, count: number, call: () => void): void {
  for (let time = 0; time < count; time++) {
    world.timeline.at(world.random.between(500, world.scenario.activeMs), call);
  }
}
