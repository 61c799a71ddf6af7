import type { EngineParts } from '../../../src/delivery/engine-parts.js';
import type { Scenario } from '../scenario.js';
import { ServiceInstance } from '../service-instance.js';
import type { Plant } from '../world.js';

/** A mistake in the engine or in what stands behind it, that the simulation must notice. */
export interface PlantedBug {
  readonly name: string;
  /** The world in which it does harm. */
  readonly scenario: Partial<Scenario>;
  readonly plant: Plant;
  /** The seed to begin with, 1 if none: a mistake that few seeds show is found without all those before. */
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
