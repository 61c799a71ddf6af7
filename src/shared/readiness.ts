import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

const LOOK_EVERY_MS = 50;

/** A condition for readiness. */
interface Condition {
  /** The name shown by the readiness route. */
  readonly name: string;
  readonly isMet: () => boolean;
  /** The sentence for the log if it is not met. */
  readonly otherwise: string;
}

/** The readiness of the service. Each module adds its own conditions. */
@Injectable()
export class Readiness {
  private readonly known = new Map<string, Condition>();

  /**
   * Adds a condition for readiness.
   * @param name shown publicly if it is not met
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
