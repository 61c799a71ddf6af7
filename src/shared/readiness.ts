import { Injectable } from '@nestjs/common';

/** What must hold for the service to be ready for work. Modules add the conditions that they answer for. */
@Injectable()
export class Readiness {
  private readonly known = new Map<string, () => boolean>();

  /** From now on the service is ready only while this holds; `name` tells everyone what is missing. */
  require(name: string, holds: () => boolean): void {
    this.known.set(name, holds);
  }

  get conditions(): readonly { readonly name: string; readonly holds: () => boolean }[] {
    return [...this.known].map(([name, holds]) => ({ name, holds }));
  }
}
