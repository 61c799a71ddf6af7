import type { DispatchLimits } from '../../src/queue/dispatch-limits.js';
import type { CallTrouble } from './database/server.js';
import { Random } from './random.js';

export type Weather = 'calm' | 'crashes' | 'freezes' | 'database' | 'everything';

/** The decisions that a seed makes before the world begins. */
export interface Scenario {
  readonly weather: Weather;
  /** The faults between the service and the database, in weather that has them. */
  readonly trouble: CallTrouble;
  /** The number of sessions that end without a reason, in any weather but calm. */
  readonly lostSessions: number;
  readonly instances: number;
  /** True if the last instance only accepts events. */
  readonly hasIntakeOnly: boolean;
  readonly partners: number;
  readonly subscriptions: number;
  /** True if subscriptions are too large to be cached, so that events are matched page by page. */
  readonly areSubscriptionsLarge: boolean;
  /** True if every other subscription is deleted only when its endpoint fails altogether. */
  readonly hasEndpointRules: boolean;
  /** The limit per second of every third subscription; null for none. */
  readonly maxPerSecond: number | null;
  /** True if most subscriptions receive the deliveries of each document in order, most of the time. */
  readonly areOrdered: boolean;
  readonly reports: number;
  /** The number of reports that arrive at once. */
  readonly flood: number;
  /** The number of reports that are repeated after they were accepted. */
  readonly repeats: number;
  readonly changes: number;
  /** The number of requests for attempts: retries by hand, recoveries, tests. */
  readonly requests: number;
  /** True if all receivers except the always healthy one start to hang at one moment, until everything heals. */
  readonly areReceiversHanging: boolean;
  readonly scheduleMs: readonly number[];
  readonly timeoutMs: number;
  readonly limits: DispatchLimits;
  /** The time until which faults occur. Afterwards everything heals. */
  readonly activeMs: number;
}

/** Limits so small that most first attempts wait in the table. */
export const NARROW: DispatchLimits = {
  inFlight: 12,
  inFlightPerPartner: 5,
  inFlightPerQueue: 2,
  keptForFirst: 1 / 2,
  waiting: 40,
  waitingPerQueue: 5,
  bytes: 12_000,
};

const WIDE: DispatchLimits = {
  inFlight: 64,
  inFlightPerPartner: 32,
  inFlightPerQueue: 10,
  keptForFirst: 1 / 2,
  waiting: 5_000,
  waitingPerQueue: 1_000,
  bytes: 4_000_000,
};

/**
 * A world in which dozens of endpoints start to hang at one moment. Without limits they would take the whole capacity.
 */
export const HANGING_RECEIVERS: Partial<Scenario> = {
  weather: 'calm',
  areReceiversHanging: true,
  instances: 1,
  partners: 6,
  subscriptions: 80,
  reports: 40,
  flood: 15,
  timeoutMs: 15_000,
  limits: { ...WIDE, inFlight: 128 },
};

/** A world with floods of events for limited subscriptions. */
export const LIMITED: Partial<Scenario> = {
  weather: 'calm',
  maxPerSecond: 3,
  subscriptions: 7,
  reports: 60,
  flood: 60,
  changes: 0,
};

/** The weathers, each repeated in proportion to its frequency. */
const WEATHERS: readonly Weather[] = [
  'calm',
  'calm',
  'crashes',
  'crashes',
  'freezes',
  'database',
  'database',
  'everything',
];

const SCHEDULES: readonly (readonly number[])[] = [
  [500, 2_000, 5_000],
  [1_000, 3_000],
  [300, 1_000, 2_000, 4_000],
];

/** The features that worlds did not have when the first seeds were kept. */
export const FORMER: Partial<Scenario> = {
  areSubscriptionsLarge: false,
  hasEndpointRules: false,
  maxPerSecond: null,
  areOrdered: false,
};

/** @param weather a weather that overrides the one drawn */
export function scenarioOf(random: Random, fixed: Partial<Scenario> = {}): Scenario {
  const weather = random.pick(WEATHERS);
  const rate = () => random.pick([0, 0.005, 0.02, 0.05]);
  const isNarrow = random.chance(0.5);
  const drawn: Omit<Scenario, 'areSubscriptionsLarge' | 'hasEndpointRules' | 'maxPerSecond' | 'areOrdered'> =
    {
      weather,
      trouble: { unsent: rate(), failed: rate(), unanswered: rate(), late: rate() },
      lostSessions: random.whole(0, 4),
      instances: random.whole(weather === 'freezes' ? 2 : 1, 3),
      hasIntakeOnly: random.chance(0.2),
      partners: random.whole(2, 3),
      subscriptions: random.whole(2, 7),
      reports: random.whole(8, 40),
      flood: random.chance(0.3) ? random.whole(10, 40) : 0,
      repeats: random.whole(0, 8),
      changes: random.chance(0.2) ? 0 : random.whole(1, 14),
      requests: random.chance(0.4) ? random.whole(1, 8) : 0,
      areReceiversHanging: false,
      scheduleMs: random.pick(SCHEDULES),
      timeoutMs: random.pick([2_000, 4_000]),
      limits: isNarrow ? NARROW : WIDE,
      activeMs: random.whole(15_000, 40_000),
    };
  // Not drawn, because another draw would change the worlds of the kept seeds.
  return {
    ...drawn,
    areSubscriptionsLarge: drawn.reports % 3 === 0,
    hasEndpointRules: drawn.reports % 2 === 0,
    maxPerSecond: [null, null, 1, 3, 20][drawn.reports % 5] ?? null,
    areOrdered: drawn.reports % 2 === 1,
    ...fixed,
  };
}
