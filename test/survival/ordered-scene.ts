import { ServiceScene } from './service-scene.js';

const DOCUMENTS = 20;
const EVENTS_PER_KILL = 6;
/** Reporting waits while more accepted events than this have not arrived, however slow the machine is. */
const MAX_UNDERWAY = 1_000;
/** The time without an arrival after which the missing events are lost. */
const PATIENCE_MS = 60_000;
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
    const firsts = new FirstArrivals(scene);
    let answers = 0;
    scene.receiver.answer = () => ({ status: ++answers % 10 === 0 ? 500 : 200, delayMs: 5 });
    let left = kills;
    const reporters = Array.from({ length: DOCUMENTS }, (_, document) =>
      reportOn(scene, firsts, document, () => left > 0),
    );
    for (; left > 0; left--) {
      const victim = scene.services[left % 2]!;
      await scene.receiver.arrived(scene.receiver.requests.length + DOCUMENTS * EVENTS_PER_KILL);
      await victim.end('SIGKILL');
      await victim.start();
    }
    const accepted = (await Promise.all(reporters)).reduce((sum, one) => sum + one, 0);
    const arrived = await firsts.all(accepted);
    const repeated = scene.receiver.requests.length - arrived;
    return { accepted, lost: accepted - arrived, outOfOrder: firsts.outOfOrder(), repeated };
  } finally {
    await scene.close();
  }
}

/** Returns the number of accepted events of the document. */
async function reportOn(
  scene: ServiceScene,
  firsts: FirstArrivals,
  document: number,
  goesOn: () => boolean,
): Promise<number> {
  let number = 0;
  for (; goesOn(); number++) {
    const id = `evt-${document + number}-${document}`;
    await scene.reportOne(id, { typeId: `doc-${document}`, data: { number } });
    while (scene.accepted.size - firsts.count() > MAX_UNDERWAY) await look();
  }
  return number;
}

const look = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

/** The first arrival of each event. */
class FirstArrivals {
  /** The numbers of each document's events, in the order of their first arrivals. */
  private readonly numbers = new Map<string, Set<number>>();
  private read = 0;
  private found = 0;

  constructor(private readonly scene: ServiceScene) {}

  count(): number {
    const { requests } = this.scene.receiver;
    for (; this.read < requests.length; this.read++) {
      const { typeId, data } = requests[this.read]!.json;
      const numbers = this.numbers.get(typeId) ?? new Set();
      this.numbers.set(typeId, numbers);
      if (!numbers.has(data.number)) this.found += 1;
      numbers.add(data.number);
    }
    return this.found;
  }

  /** Resolves with the count when it is as large as this, or when nothing more arrives. */
  async all(expected: number): Promise<number> {
    let [before, since] = [this.count(), performance.now()];
    while (before < expected && performance.now() < since + PATIENCE_MS) {
      await look();
      if (this.count() > before) [before, since] = [this.count(), performance.now()];
    }
    return before;
  }

  outOfOrder(): number {
    const misplaced = [...this.numbers.values()].map(
      (numbers) => [...numbers].filter((number, place) => number !== place).length,
    );
    return misplaced.reduce((sum, count) => sum + count, 0);
  }
}
