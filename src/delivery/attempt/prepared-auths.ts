import { withDeadline } from '../../shared/deadline.js';
import type { AuthData, AuthTools, PreparedAuth } from '../../webhook-subscription/domain/auth/auth-type.js';
import type { EndpointAuth } from '../../webhook-subscription/domain/endpoint.js';

const MAX_KEPT = 1_000;
/** How long a failure is cached before the same credentials are tried again. */
const COOL_DOWN_MS = 5_000;

interface Kept {
  readonly prepared: Promise<PreparedAuth>;
  /** Null while the value is being obtained. */
  state: AuthData | null;
  /** Monotonic milliseconds; infinite while the value is being obtained. */
  until: number;
}

/**
 * Caches what auth types obtain for their headers, such as tokens, while it is valid. Concurrent requests share one
 * value. Failures are cached for five seconds, so that a thousand deliveries do not ask a dead server a thousand times.
 */
export class PreparedAuths {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly tools: AuthTools,
    private readonly timeoutMs: number,
  ) {}

  /** Rethrows the errors of the auth type's `prepare`. */
  async stateOf(auth: EndpointAuth): Promise<AuthData> {
    const key = keyOf(auth);
    const known = this.kept.get(key);
    if (known !== undefined && performance.now() < known.until) return (await known.prepared).state;
    this.kept.delete(key);
    const [oldest] = this.kept.keys();
    if (this.kept.size >= MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    const entry: Kept = { prepared: this.prepare(auth), state: null, until: Number.POSITIVE_INFINITY };
    this.kept.set(key, entry);
    try {
      const { state, validForMs } = await entry.prepared;
      entry.state = state;
      entry.until = performance.now() + validForMs;
      return state;
    } catch (error) {
      entry.until = performance.now() + COOL_DOWN_MS;
      throw error;
    }
  }

  /** Drops a state that a receiver refused, unless it has already been replaced. */
  refused(auth: EndpointAuth, state: AuthData): void {
    const known = this.kept.get(keyOf(auth));
    if (known?.state === state) known.until = 0;
  }

  private async prepare({ type, data }: EndpointAuth): Promise<PreparedAuth> {
    const prepared = await withDeadline(this.timeoutMs, [], async (signal) =>
      type.prepare?.(data, this.tools, signal),
    );
    return prepared ?? { state: data, validForMs: Number.POSITIVE_INFINITY };
  }
}

function keyOf({ type, data }: EndpointAuth): string {
  return JSON.stringify([type.name, data]);
}
