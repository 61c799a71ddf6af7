import { Injectable } from '@nestjs/common';

/** What must hold for the service to be ready for work. Modules add the conditions that they answer for. */
@Injectable()
export class Readiness {
  private readonly conditions = new Map<string, () => boolean>();

  /** From now on the service is ready only while this holds; `name` says in the log what is missing. */
  require(name: string, holds: () => boolean): void {
    this.conditions.set(name, holds);
  }

  /** The names of the conditions that do not hold. */
  get unmet(): readonly string[] {
    return [...this.conditions].filter(([, holds]) => !holds()).map(([name]) => name);
  }
}
