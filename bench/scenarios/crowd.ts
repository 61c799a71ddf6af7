import { spreadOf } from '../harness/statistics.js';
import { type HangingRun, runWith } from './hanging.js';
import type { Scenario } from './scenario.js';

const ENDPOINTS = 300;
const HANGING = 250;

/** Whether healthy endpoints get their deliveries while most others hang and none has reached its deadline yet. */
export const crowd: Scenario = {
  name: 'crowd',
  asks: 'Do healthy endpoints notice 250 of 300 that hang?',
  shows: '250 of 300 endpoints hanging from the start, 500 events per second',
  async run(bench) {
    const beset: HangingRun[] = [];
    const healthy: HangingRun[] = [];
    for (let round = 0; round < bench.options.rounds; round++) {
      beset.push(await runWith(bench, HANGING, ENDPOINTS));
      healthy.push(await runWith(bench, 0, ENDPOINTS));
    }
    return {
      scenario: crowd.shows,
      measures: [
        {
          what: 'healthy delivered / offered',
          unit: '',
          spread: spreadOf(beset.map(({ share }) => share)),
          target: { atLeast: 0.97 },
        },
        { what: 'p99 with the crowd', unit: 'ms', spread: spreadOf(beset.map(({ p99 }) => p99)) },
        { what: 'p99 with none hanging', unit: 'ms', spread: spreadOf(healthy.map(({ p99 }) => p99)) },
      ],
      notes: ['Like `hanging`, with a deadline after the end of the run.'],
    };
  },
};
