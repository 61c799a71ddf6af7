import { Host } from './host.js';
import { Random } from './random.js';
import { ServiceInstance } from './service-instance.js';
import { Timeline } from './timeline.js';
import { Witness } from './evidence/witness.js';

/** One life of the service, and its parts that disturbances affect. */
export interface Life {
  readonly host: Host;
  readonly instance: ServiceInstance;
}

/** A place for the service. A supervisor starts it there, and again whenever it has ended. */
export class Slot<Lived extends Life> {
  life: Lived | null = null;
  private isAbandoned = false;
  private hasHealed = false;
  private isLeaving = false;

  constructor(
    /** True if it may end for good. */
    private readonly isNeeded: boolean,
    private readonly begin: () => Lived,
    private readonly world: {
      readonly timeline: Timeline;
      readonly random: Random;
      readonly witness: Witness;
    },
  ) {}

  start(): void {
    if (this.isAbandoned) return;
    const { timeline, random } = this.world;
    const life = this.begin();
    this.life = life;
    this.isLeaving = false;
    life.host.whenDead(() => {
      this.life = null;
      const isAbandoned = random.chance(this.isLeaving ? 0.5 : 0.2);
      this.isAbandoned = !this.isNeeded && !this.hasHealed && isAbandoned;
      timeline.in(random.between(200, 5_000), () => this.start());
    });
    void life.instance.start();
  }

  kill(): void {
    const { host } = this.life ?? {};
    if (!host) return;
    this.noteKilled(host);
    host.kill();
  }

  /** Kills it after this many more calls to the outside: between a call and its effect, or after the effect. */
  killAtCall(calls: number): void {
    const { host } = this.life ?? {};
    host?.meets('killed', calls, () => this.noteKilled(host));
  }

  /** Stops it with SIGTERM. It stays away more often than after a crash. */
  stop(): void {
    if (!this.life?.host.isRunning) return;
    this.isLeaving = true;
    void this.life.instance.stop();
  }

  /** Stops it with SIGSTOP, at once or at one of its next calls. */
  freeze(milliseconds: number, calls: number): void {
    const host = this.life?.host;
    if (!host?.isRunning) return;
    const { timeline, witness } = this.world;
    const frozen = (): void => {
      const thawed = witness.disturbances.begin('frozen', host.name, timeline.now);
      timeline.in(milliseconds, () => {
        thawed(timeline.now);
        host.thaw();
      });
    };
    if (calls === 0) {
      host.freeze();
      frozen();
    } else {
      host.meets('frozen', calls, frozen);
    }
  }

  setClock(skewMs: number): void {
    this.life?.host.setClock(skewMs);
  }

  /** From now on, the supervisor restarts it at once. */
  heal(): void {
    this.hasHealed = true;
  }

  private noteKilled(host: Host): void {
    this.world.witness.disturbances.begin('killed', host.name, this.world.timeline.now);
  }
}
