import { ServiceScene } from './service-scene.js';

const DOCUMENTS = 20;
const EVENTS_PER_KILL = 6;
const PATIENCE_MS = 120_000;
const LOOK_MS = 100;

/** The events of documents that arrived while services were killed. */
export interface OrderedArrivals {
  readonly accepted: number;
  readonly lost: number;
  /** Events that arrived only after a later one of the same document. */
  readonly outOfOrder: number;
  readonly repeated: number;
}

/**
 * Reports events of documents to two services in turn, each one after the one before was accepted, while one of the
 * services is killed repeatedly. Every tenth answer of the receiver is a failure.
 */
export async function killWhileOrdered(kills: number): Promise<OrderedArrivals> {
  const scene = await ServiceScene.open(2, { ordering: 'document' });
  try {
    let answers = 0;
    scene.receiver.answer = () => ({ status: ++answers % 10 === 0 ? 500 : 200, delayMs: 5 });
    let left = kills;
    const reporters = Array.from({ length: DOCUMENTS }, (_, document) =>
      reportOn(scene, document, () => left > 0),
    );
    for (; left > 0; left--) {
      const victim = scene.services[left % 2]!;
      await scene.receiver.arrived(scene.receiver.requests.length + DOCUMENTS * EVENTS_PER_KILL);
      await victim.end('SIGKILL');
      await victim.start();
    }
    const accepted = await Promise.all(reporters);
    return await arrivalsOf(scene, accepted);
  } finally {
    await scene.close();
  }
}

/** Returns the number of accepted events of the document. */
async function reportOn(scene: ServiceScene, document: number, goesOn: () => boolean): Promise<number> {
  let number = 0;
  for (; goesOn(); number++) {
    const id = `evt-${document + number}-${document}`;
    await scene.reportOne(id, { typeId: `doc-${document}`, data: { number } });
  }
  return number;
}

async function arrivalsOf(scene: ServiceScene, accepted: readonly number[]): Promise<OrderedArrivals> {
  const count = accepted.reduce((sum, one) => sum + one, 0);
  const end = performance.now() + PATIENCE_MS;
  let firsts = new Map<string, number[]>();
  let arrived = 0;
  while (arrived < count && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    firsts = new Map();
    for (const { json } of scene.receiver.requests) {
      const numbers = firsts.get(json.typeId) ?? [];
      if (!numbers.includes(json.data.number)) numbers.push(json.data.number);
      firsts.set(json.typeId, numbers);
    }
    arrived = [...firsts.values()].reduce((sum, numbers) => sum + numbers.length, 0);
  }
  const outOfOrder = [...firsts.values()].flatMap((numbers) =>
    numbers.filter((number, place) => number !== place),
  );
  const posts = scene.receiver.requests.length;
  return { accepted: count, lost: count - arrived, outOfOrder: outOfOrder.length, repeated: posts - arrived };
}
