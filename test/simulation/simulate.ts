import { haveAllEnded, judge } from './evidence/verdict.js';
import { planLife } from './life.js';
import { Random } from './random.js';
import { Scenario, scenarioOf } from './scenario.js';
import { Trace } from './trace.js';
import { planWeather } from './weather.js';
import { Plant, World } from './world.js';

/** What came of one seed. */
export interface Report {
  readonly seed: number;
  readonly scenario: Scenario;
  /** Rules that were broken, and by what; empty when the promise held. */
  readonly violations: readonly string[];
  /** Equal for equal runs. */
  readonly digest: string;
  readonly trace: Trace;
  readonly deliveries: number;
  readonly posts: number;
  readonly seconds: number;
}

export interface SimulationOptions {
  readonly plant?: Plant;
  readonly scenario?: Partial<Scenario>;
}

/** After the world has healed: how long everything may take to come to its end. */
const PEACE_MS = 300_000;
/** How often it is looked whether everything has come to its end. */
const LOOK_MS = 500;
/** Whoever still holds what is no longer his would show himself within this. */
const AFTERMATH_MS = 3_000;

/** Lives through the world of one seed and holds it against the promise. The same seed gives the same world. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Report> {
  const random = new Random(seed);
  const scenario = scenarioOf(random, options.scenario);
  const world = new World(random, scenario, options.plant ?? {});
  const { timeline, witness, documents } = world;
  planLife(world);
  planWeather(world);
  const isBroken = () => witness.violations.length > 0;
  await timeline.pass(scenario.activeMs, isBroken);
  world.heal();
  const end = scenario.activeMs + PEACE_MS;
  for (let look = scenario.activeMs; look < end && !isBroken(); look += LOOK_MS) {
    if (documents.waiting === 0 && haveAllEnded(world)) break;
    await timeline.pass(look, isBroken);
  }
  await timeline.pass(timeline.now + AFTERMATH_MS, isBroken);
  if (!isBroken()) judge(world);
  return {
    seed,
    scenario,
    violations: witness.violations,
    digest: world.trace.digest(),
    trace: world.trace,
    deliveries: witness.deliveries.size,
    posts: [...witness.deliveries.values()].reduce((sum, { posts }) => sum + posts.length, 0),
    seconds: timeline.now / 1_000,
  };
}
