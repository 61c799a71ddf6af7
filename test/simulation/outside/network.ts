import type { Answered, Failed, LocalFault, Outcome } from '../../../src/delivery/domain/outcome.js';
import { type OutboundRequest, Transport } from '../../../src/delivery/domain/transport.js';
import type { Post } from '../evidence/delivery-history.js';
import { Witness } from '../evidence/witness.js';
import { Host } from '../host.js';
import { Random } from '../random.js';
import { Timeline } from '../timeline.js';
import { type Reaction, Receiver } from './receiver.js';

/** The connections of one host to the receivers. */
export class Network extends Transport {
  /** The probability of a fault of the host itself, such as missing name servers or file descriptors. */
  faults = 0;

  constructor(
    private readonly host: Host,
    private readonly receivers: ReadonlyMap<string, Receiver>,
    private readonly timeoutMs: number,
    private readonly world: {
      readonly timeline: Timeline;
      readonly random: Random;
      readonly witness: Witness;
    },
  ) {
    super();
  }

  override send(request: OutboundRequest): Promise<Outcome> {
    const wall = this.host.now();
    return new Promise((resolve) => {
      this.host.calls();
      this.host.runs(() => this.leave(request, wall, resolve));
    });
  }

  override async close(): Promise<void> {}

  private leave(request: OutboundRequest, wall: number, resolve: (outcome: Outcome) => void): void {
    const { timeline, random, witness } = this.world;
    if (random.chance(this.faults)) {
      witness.posts.faulted(this.host, request);
      const fault: LocalFault = {
        kind: 'local fault',
        error: 'dns',
        reason: 'no name server',
        durationMs: 5,
      };
      timeline.in(5, () => this.host.runs(() => resolve(fault)));
      return;
    }
    const post = witness.posts.sent(this.host, request, wall);
    const end = (outcome: Outcome): void => {
      if (post.outcome !== null) return;
      witness.posts.ended(post, outcome);
      resolve(outcome);
    };
    timeline.in(this.timeoutMs, () => this.host.runs(() => end(this.timeout())));
    timeline.in(random.between(0.2, 5), () => {
      this.host.calls();
      const reaction = this.receiverAt(request.url).react();
      if (reaction.afterMs === Number.POSITIVE_INFINITY) return;
      timeline.in(reaction.afterMs, () => this.host.runs(() => end(this.outcomeOf(post, reaction))));
    });
  }

  /** A host that was frozen past the deadline finds both an answer and an expired deadline. */
  private outcomeOf(post: Post, { status, retryAfterSeconds, body }: Reaction): Answered | Failed {
    const { timeline, random } = this.world;
    const durationMs = timeline.now - post.start;
    if (durationMs > this.timeoutMs && random.chance(0.5)) return this.timeout();
    if (status === null) return { kind: 'failed', error: 'connect', reason: 'refused', durationMs };
    return { kind: 'answered', status, body, truncated: false, retryAfterSeconds, durationMs };
  }

  private timeout(): Failed {
    return { kind: 'failed', error: 'timeout', reason: 'no answer', durationMs: this.timeoutMs };
  }

  private receiverAt(url: string): Receiver {
    const receiver = this.receivers.get(new URL(url).host);
    if (receiver === undefined) throw new Error(`There is no receiver at ${url}.`);
    return receiver;
  }
}
