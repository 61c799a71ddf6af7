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

/** @throws Error for an unknown option or one that is not a whole number. */
export function readOptions(args: readonly string[]): { scenarios: string[]; options: Options } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '5' },
      deliveries: { type: 'string', default: '20000' },
      'warm-up': { type: 'string', default: '20000' },
      history: { type: 'string', default: '5000000' },
      log: { type: 'string', default: '2000000' },
      emails: { type: 'string', default: '10000' },
      kills: { type: 'string', default: '30' },
      seconds: { type: 'string', default: '300' },
      before: { type: 'string' },
    },
  });
  const options = {
    rounds: whole('rounds', values.rounds),
    deliveries: whole('deliveries', values.deliveries),
    warmUp: whole('warm-up', values['warm-up']),
    history: whole('history', values.history),
    log: whole('log', values.log),
    emails: whole('emails', values.emails),
    kills: whole('kills', values.kills),
    seconds: whole('seconds', values.seconds),
    before: values.before ?? null,
  };
  return { scenarios: positionals, options };
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0.`);
  return value;
}
