import { haveAllEnded, judge } from './evidence/verdict.js';
import { planLife } from './life.js';
import { Random } from './random.js';
import type { Report } from './report.js';
import { type Scenario, scenarioOf } from './scenario.js';
import { planWeather } from './weather.js';
import { type Plant, World } from './world.js';

export interface SimulationOptions {
  readonly plant?: Plant;
  readonly scenario?: Partial<Scenario>;
}

/** After the world has healed: the time in which everything must come to an end. */
const PEACE_MS = 300_000;
/** The interval of checks whether everything has ended. */
const LOOK_MS = 500;
/**
 * The time without open deliveries after which the run is over. A process that still acts on a lost delivery does so by
 * then.
 */
const AFTERMATH_MS = 3_000;

/** Runs the world of one seed and checks it against the rules. The same seed gives the same world. */
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
  let endedSince = Number.POSITIVE_INFINITY;
  const end = scenario.activeMs + PEACE_MS;
  for (let look = scenario.activeMs; look < end && look - endedSince < AFTERMATH_MS; look += LOOK_MS) {
    await timeline.pass(look, isBroken);
    if (documents.waiting > 0 || !haveAllEnded(world)) endedSince = Number.POSITIVE_INFINITY;
    else endedSince = Math.min(endedSince, look);
  }
  if (!isBroken()) judge(world);
  const histories = [...witness.deliveries.values()];
  return {
    seed,
    scenario,
    violations: witness.violations,
    digest: world.trace.digest(),
    trace: world.trace,
    deliveries: histories.length,
    posts: histories.reduce((sum, { posts }) => sum + posts.length, 0),
    logged: histories.reduce((sum, { logged }) => sum + logged.length, 0),
    losses: histories.reduce((sum, { losses }) => sum + losses.length, 0),
    inTurnAndLimited: witness.posts.inTurnAndLimited,
    furtherPages: world.tables.furtherPages,
    virtualSeconds: timeline.now / 1_000,
  };
}
