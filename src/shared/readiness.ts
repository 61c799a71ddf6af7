import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

const LOOK_EVERY_MS = 50;

/** A condition for being ready. */
interface Condition {
  /** As the readiness route names it. */
  readonly name: string;
  readonly isMet: () => boolean;
  /** The sentence for the log when it is not met. */
  readonly otherwise: string;
}

/** The conditions for the service to be ready. Each module adds its own. */
@Injectable()
export class Readiness {
  private readonly known = new Map<string, Condition>();

  /**
   * Makes the service ready only while a condition is met.
   * @param name shown to everyone when it is not met
   * @param otherwise a sentence for the log that says what failed
   */
  require(name: string, isMet: () => boolean, otherwise: string): void {
    this.known.set(name, { name, isMet, otherwise });
  }

  /** Resolves when all conditions are met. */
  async met(): Promise<void> {
    while (!this.conditions.every(({ isMet }) => isMet())) await delay(LOOK_EVERY_MS);
  }

  get conditions(): readonly Condition[] {
    return [...this.known.values()];
  }
}
