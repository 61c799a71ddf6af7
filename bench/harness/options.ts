import { parseArgs } from 'node:util';

/** How much is measured. Small figures tell little, large ones take long. */
export interface Options {
  /** Rounds of each contestant. */
  readonly rounds: number;
  /** Deliveries of one round, and of the warm-up before the first. */
  readonly deliveries: number;
  readonly warmUp: number;
  /** Finished deliveries in the tables of the scenario `history`; pending ones are a fifth of them. */
  readonly history: number;
  /** Deliveries in the tables of the scenario `log`. */
  readonly log: number;
  /** Emails of a round of the scenario `emails`. */
  readonly emails: number;
  /** Kills of the scenario `kill`. */
  readonly kills: number;
  /** How long the scenario `hostile` lets the attack last. */
  readonly seconds: number;
  /** The folder of another commit's clone, built, which the scenario `service` measures too; null for none. */
  readonly before: string | null;
}

/** For scenarios that are named. */
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
/** For all of them together, which are to end within 40 minutes on two cores. */
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

/** @throws Error for an unknown option or one that is not a whole number. */
export function readOptions(args: readonly string[]): { scenarios: string[]; options: Options } {
  const { values, positionals } = parseArgs({
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
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0.`);
  return value;
}
