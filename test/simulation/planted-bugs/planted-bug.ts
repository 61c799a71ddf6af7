import type { EngineParts } from '../../../src/delivery/engine-parts.js';
import type { Scenario } from '../scenario.js';
import { ServiceInstance } from '../service-instance.js';
import type { Plant } from '../world.js';

/** A mistake in the engine or in its stores that the simulation must notice. */
export interface PlantedBug {
  readonly name: string;
  /** The world in which the bug has an effect. */
  readonly scenario: Partial<Scenario>;
  readonly plant: Plant;
  /** The first seed to run; 1 if absent. A rare bug is found without running all the seeds before. */
  readonly firstSeed?: number;
}

/** Replaces parts of the engine. */
export function withParts(change: (parts: EngineParts) => Partial<EngineParts>): Plant {
  return { parts: (parts) => ({ ...parts, ...change(parts) }) };
}

/** Changes a process before it starts. */
export function withInstance(instance: (instance: ServiceInstance) => void): Plant {
  return { instance };
}
