import type { DispatchLimits } from '../../src/queue/dispatch-limits.js';
import type { CallTrouble } from './database/server.js';
import { Random } from './random.js';

export type Weather = 'calm' | 'crashes' | 'freezes' | 'database' | 'everything';

/** What a seed decides before the world begins. */
export interface Scenario {
  readonly weather: Weather;
  /** What goes wrong between the service and the database, in weather for it. */
  readonly trouble: CallTrouble;
  /** Sessions that end for no reason, in any weather but calm. */
  readonly lostSessions: number;
  readonly instances: number;
  /** Whether the last instance only takes events in. */
  readonly hasIntakeOnly: boolean;
  readonly partners: number;
  readonly subscriptions: number;
  /** Whether subscriptions are too large to be remembered, so that events are matched page by page. */
  readonly areSubscriptionsLarge: boolean;
  /** Whether every other subscription is to be deleted only when its endpoint fails altogether. */
  readonly hasEndpointRules: boolean;
  /** The limit per second of every third subscription; null for none. */
  readonly maxPerSecond: number | null;
  /** Whether subscriptions want the deliveries of each document one after the other, most of them and most of the time. */
  readonly areOrdered: boolean;
  readonly reports: number;
  /** Reports that come all at once. */
  readonly flood: number;
  /** Reports that are made once more after they were accepted. */
  readonly repeats: number;
  readonly changes: number;
  /** How often a partner asks for attempts: retries by hand, recoveries, tests. */
  readonly requests: number;
  /** Whether all receivers but the one that is always well begin to hang at one moment, until everything heals. */
  readonly isBeset: boolean;
  readonly scheduleMs: readonly number[];
  readonly timeoutMs: number;
  readonly limits: DispatchLimits;
  /** Until when things go wrong; afterwards everything heals. */
  readonly activeMs: number;
}

/** So little room that most first attempts wait in the table. */
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

/** A world with dozens of endpoints that begin to hang at one moment: had they all they want, nothing would be left. */
export const BESET: Partial<Scenario> = {
  weather: 'calm',
  isBeset: true,
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

/** Each as often as it stands here. */
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

/** What worlds did not have when the first seeds were kept. */
export const FORMER: Partial<Scenario> = {
  areSubscriptionsLarge: false,
  hasEndpointRules: false,
  maxPerSecond: null,
  areOrdered: false,
};

/** @param weather what the seed shall not decide. */
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
      isBeset: false,
      scheduleMs: random.pick(SCHEDULES),
      timeoutMs: random.pick([2_000, 4_000]),
      limits: isNarrow ? NARROW : WIDE,
      activeMs: random.whole(15_000, 40_000),
    };
  // Not drawn: another draw would make other worlds of the seeds that are kept.
  return {
    ...drawn,
    areSubscriptionsLarge: drawn.reports % 3 === 0,
    hasEndpointRules: drawn.reports % 2 === 0,
    maxPerSecond: [null, null, 1, 3, 20][drawn.reports % 5] ?? null,
    areOrdered: drawn.reports % 2 === 1,
    ...fixed,
  };
}
