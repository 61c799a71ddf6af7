import { Random } from '../random.js';
import { UNSTORABLE } from '../database/completions-in-memory.js';

/** How a receiver meets what it is sent. */
type Mood = 'well' | 'failing' | 'flaky' | 'slow' | 'hanging' | 'unreachable' | 'busy' | 'garbling';

const MOODS: readonly Mood[] = [
  'well',
  'failing',
  'flaky',
  'slow',
  'hanging',
  'unreachable',
  'busy',
  'garbling',
];

/** What a receiver does with one POST: after some time it answers, or breaks the connection off. */
export interface Reaction {
  readonly afterMs: number;
  /** Null when the connection breaks. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly body: string;
}

/** An endpoint somewhere, in changing moods. */
export class Receiver {
  private mood: Mood = 'well';

  /** @param isReliable it is always well. */
  constructor(
    private readonly random: Random,
    readonly isReliable: boolean,
  ) {}

  changeMood(): void {
    this.mood = this.random.pick(MOODS);
  }

  heal(): void {
    if (!this.random.chance(0.2)) this.mood = 'well';
    else if (this.mood !== 'well') this.mood = 'failing';
  }

  react(): Reaction {
    const { random } = this;
    const afterMs = random.between(2, 60);
    switch (this.mood) {
      case 'well':
        return answer(afterMs, 200);
      case 'failing':
        return answer(afterMs, random.pick([301, 400, 404, 410, 500, 502]));
      case 'flaky':
        return answer(afterMs, random.chance(0.5) ? 204 : 500);
      case 'slow':
        return answer(random.between(500, 6_000), 200);
      case 'hanging':
        return answer(Number.POSITIVE_INFINITY, 200);
      case 'unreachable':
        return { ...answer(afterMs, 0), status: null };
      case 'busy':
        return { ...answer(afterMs, random.pick([429, 503])), retryAfterSeconds: random.whole(1, 12) };
      case 'garbling':
        return { ...answer(afterMs, random.pick([200, 500])), body: random.chance(0.2) ? UNSTORABLE : '' };
    }
  }
}

function answer(afterMs: number, status: number): Reaction {
  return { afterMs, status, retryAfterSeconds: null, body: '' };
}
