import type { Contestant } from '../contestants/contestant.js';
import { Bench } from './bench.js';
import { type Spread, spreadOf } from './statistics.js';

/** One contestant in one round. CPU is microseconds per delivery, by process. */
export interface RoundFigures {
  readonly perSecond: number;
  readonly cpu: { readonly sender: number; readonly database: number; readonly receiver: number };
  /** Bytes of write-ahead log per delivery. */
  readonly walBytes: number;
}

/**
 * A contestant, and its number of deliveries per round. Slow ones make fewer, so that rounds take about equally long.
 */
export interface Entry {
  readonly contestant: Contestant;
  readonly deliveries: number;
  readonly warmUp: number;
  /** True for those that send nothing to the receiver. */
  readonly isSilent?: boolean;
}

/** The rounds of several contestants, in the order of the rounds. */
export class Rounds {
  private constructor(private readonly figures: ReadonlyMap<string, readonly RoundFigures[]>) {}

  /** Warms all contestants up, then runs them in turn, in the reverse order in every other round. */
  static async run(bench: Bench, entries: readonly Entry[]): Promise<Rounds> {
    const figures = new Map<string, RoundFigures[]>();
    for (const { contestant, warmUp } of entries) {
      figures.set(contestant.name, []);
      await contestant.deliver(warmUp);
    }
    for (let round = 0; round < bench.options.rounds; round++) {
      for (const entry of round % 2 === 0 ? entries : entries.toReversed()) {
        figures.get(entry.contestant.name)?.push(await measure(bench, entry));
      }
    }
    return new Rounds(figures);
  }

  /** The figures of one contestant, one for each round. */
  of(name: string, pick: (figures: RoundFigures) => number): number[] {
    return (this.figures.get(name) ?? []).map(pick);
  }

  spread(name: string, pick: (figures: RoundFigures) => number): Spread {
    return spreadOf(this.of(name, pick));
  }

  /** The ratio of one contestant's figure to another's, for each round. */
  ratio(name: string, other: string, pick = (figures: RoundFigures): number => figures.perSecond): Spread {
    const others = this.of(other, pick);
    return spreadOf(this.of(name, pick).map((figure, round) => figure / (others[round] ?? Number.NaN)));
  }
}

async function measure(
  bench: Bench,
  { contestant, deliveries, isSilent = false }: Entry,
): Promise<RoundFigures> {
  await bench.receiver.received();
  const before = await readings(bench);
  const start = performance.now();
  await contestant.deliver(deliveries);
  const seconds = (performance.now() - start) / 1_000;
  const after = await readings(bench);
  const { requests } = await bench.receiver.received();
  if (requests !== (isSilent ? 0 : deliveries)) {
    throw new Error(`${contestant.name}: ${requests} requests arrived for ${deliveries} deliveries.`);
  }
  const perDelivery = (name: keyof typeof after): number => (after[name] - before[name]) / deliveries;
  return {
    perSecond: deliveries / seconds,
    cpu: {
      sender: perDelivery('sender'),
      database: perDelivery('database'),
      receiver: perDelivery('receiver'),
    },
    walBytes: perDelivery('walBytes'),
  };
}

async function readings(bench: Bench) {
  const walBytes = await bench.database.walBytes();
  const { user, system } = process.cpuUsage();
  return { sender: user + system, database: bench.database.cpu, receiver: bench.receiver.cpu, walBytes };
}
