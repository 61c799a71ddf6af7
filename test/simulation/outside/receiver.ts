import { UNSTORABLE } from '../database/completions-in-memory.js';
import { Random } from '../random.js';

/** What a receiver does with one POST: after some time it answers, or breaks the connection off. */
export interface Reaction {
  /** Infinite for one that never answers. */
  readonly afterMs: number;
  /** Null when the connection breaks. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly body: string;
}

const SOON: Reaction = { afterMs: 0, status: 200, retryAfterSeconds: null, body: '' };

/** How a receiver meets what it is sent. */
type Mood = (random: Random) => Partial<Reaction>;

const WELL: Mood = () => ({});
const FAILING: Mood = (random) => ({ status: random.pick([301, 400, 404, 410, 500, 502]) });
const HANGING: Mood = () => ({ afterMs: Number.POSITIVE_INFINITY });
const MOODS: readonly Mood[] = [
  WELL,
  FAILING,
  (random) => ({ status: random.pick([204, 500]) }),
  (random) => ({ afterMs: random.between(500, 6_000) }),
  HANGING,
  () => ({ status: null }),
  (random) => ({ status: random.pick([429, 503]), retryAfterSeconds: random.whole(1, 12) }),
  (random) => ({ status: random.pick([200, 500]), body: random.chance(0.2) ? UNSTORABLE : '' }),
];

/** An endpoint somewhere, in changing moods. */
export class Receiver {
  private mood: Mood = WELL;

  /** @param isReliable it is always well. */
  constructor(
    private readonly random: Random,
    readonly isReliable: boolean,
  ) {}

  changeMood(): void {
    this.mood = this.random.pick(MOODS);
  }

  /** It answers nobody any more. */
  hang(): void {
    this.mood = HANGING;
  }

  /** It is well from now on, or fails for good. */
  heal(): void {
    if (!this.random.chance(0.2)) this.mood = WELL;
    else if (this.mood !== WELL) this.mood = FAILING;
  }

  react(): Reaction {
    return { ...SOON, afterMs: this.random.between(2, 60), ...this.mood(this.random) };
  }
}
