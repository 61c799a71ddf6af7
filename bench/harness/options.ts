import { readCommandOptions, WrongUsage } from '../../src/shared/command-options.js';

/** The size of the measurements. Small ones vary widely, large ones take long. */
export interface Options {
  /** Rounds of each contestant. */
  readonly rounds: number;
  /** Deliveries of one round. */
  readonly deliveries: number;
  /** Deliveries of the warm-up before the first round. */
  readonly warmUp: number;
  /** Finished deliveries in the tables of the scenario `history`; pending ones are a fifth of them. */
  readonly history: number;
  /** Deliveries in the tables of the scenario `log`. */
  readonly log: number;
  /** Emails of a round of the scenario `emails`. */
  readonly emails: number;
  /** Kills of the scenario `kill`. */
  readonly kills: number;
  /** Duration of the attack in the scenario `hostile`. */
  readonly seconds: number;
  /** The folder of a built clone of another commit, which the scenario `service` also measures; null for none. */
  readonly before: string | null;
}

/** The defaults for named scenarios. */
const USUAL = {
  rounds: '5',
  deliveries: '20000',
  'warm-up': '20000',
  history: '5000000',
  log: '2000000',
  emails: '10000',
  kills: '30',
  seconds: '300',
};
/** The defaults for a run of all scenarios, which should end within 40 minutes on two cores. */
const OF_WHOLE_RUN: typeof USUAL = {
  rounds: '3',
  deliveries: '5000',
  'warm-up': '5000',
  history: '500000',
  log: '100000',
  emails: '1000',
  kills: '10',
  seconds: '60',
};

/** @throws WrongUsage */
export function readOptions(args: readonly string[]): { scenarios: string[]; options: Options } {
  const { values, positionals } = readCommandOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      deliveries: { type: 'string' },
      'warm-up': { type: 'string' },
      history: { type: 'string' },
      log: { type: 'string' },
      emails: { type: 'string' },
      kills: { type: 'string' },
      seconds: { type: 'string' },
      before: { type: 'string' },
    },
  });
  const usual = positionals.length === 0 ? OF_WHOLE_RUN : USUAL;
  const number = (name: keyof typeof USUAL) => whole(name, values[name] ?? usual[name]);
  const options = {
    rounds: number('rounds'),
    deliveries: number('deliveries'),
    warmUp: number('warm-up'),
    history: number('history'),
    log: number('log'),
    emails: number('emails'),
    kills: number('kills'),
    seconds: number('seconds'),
    before: values.before ?? null,
  };
  return { scenarios: positionals, options };
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new WrongUsage(`--${name} must be a whole number above 0, not ${text}.`);
  return value;
}
