import { UNSTORABLE } from '../database/completions-in-memory.js';
import { Random } from '../random.js';

/** How a receiver treats one POST: after some time it answers or breaks the connection. */
export interface Reaction {
  /** Infinite if it never answers. */
  readonly afterMs: number;
  /** Null if the connection breaks. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly body: string;
}

const SOON: Reaction = { afterMs: 0, status: 200, retryAfterSeconds: null, body: '' };

/** The behaviour of a receiver. */
type Behaviour = (random: Random) => Partial<Reaction>;

const HEALTHY: Behaviour = () => ({});
const FAILING: Behaviour = (random) => ({ status: random.pick([301, 400, 404, 410, 500, 502]) });
const HANGING: Behaviour = () => ({ afterMs: Number.POSITIVE_INFINITY });
const BEHAVIOURS: readonly Behaviour[] = [
  HEALTHY,
  FAILING,
  (random) => ({ status: random.pick([204, 500]) }),
  (random) => ({ afterMs: random.between(500, 6_000) }),
  HANGING,
  () => ({ status: null }),
  (random) => ({ status: random.pick([429, 503]), retryAfterSeconds: random.whole(1, 12) }),
  (random) => ({ status: random.pick([200, 500]), body: random.chance(0.2) ? UNSTORABLE : '' }),
];

/** An endpoint that changes its behaviour. */
export class Receiver {
  private behaviour: Behaviour = HEALTHY;

  /** @param isReliable true if it is always healthy */
  constructor(
    private readonly random: Random,
    readonly isReliable: boolean,
  ) {}

  changeBehaviour(): void {
    this.behaviour = this.random.pick(BEHAVIOURS);
  }

  /** Stops answering. */
  hang(): void {
    this.behaviour = HANGING;
  }

  /** From now on it is healthy, or fails for good. */
  heal(): void {
    if (!this.random.chance(0.2)) this.behaviour = HEALTHY;
    else if (this.behaviour !== HEALTHY) this.behaviour = FAILING;
  }

  react(): Reaction {
    return { ...SOON, afterMs: this.random.between(2, 60), ...this.behaviour(this.random) };
  }
}
