import { Client, type ClientConfig } from 'pg';
import type { DatabaseHost } from '../../shared/domain/database-url.js';
import type { HostState } from './host-state.js';
import { loopTimeout } from './loop-timeout.js';

/** A server that does not answer within this time counts as away. */
const SILENCE_MS = 3_000;
const SOON_MS = 250;
const USUAL_MS = 1_000;

// The timeline is in the first eight digits of the name of the segment being written.
const ASK = `
  SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
    CASE WHEN NOT pg_is_in_recovery()
      THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int ELSE 0 END AS timeline`;

interface Answer {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly timeline: number;
}

/** Queries one server repeatedly, over its own connection, whether it accepts writes. */
export class HostProbe {
  private client: Client | null = null;
  private connecting: Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;
  private isStopped = true;
  /** The last answer; null before the first one. */
  state: HostState | null = null;

  /**
   * @param settled called after each answer, and after each query without one
   * @param isUrgent whether to query again soon, because no primary is known
   */
  constructor(
    readonly host: DatabaseHost,
    private readonly config: ClientConfig,
    private readonly settled: () => void,
    private readonly isUrgent: () => boolean,
  ) {}

  start(): void {
    if (!this.isStopped) return;
    this.isStopped = false;
    this.state = null;
    this.askNow();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = null;
    client?.end().catch(() => undefined);
  }

  /** Queries at once, unless a query is in progress. */
  askNow(): void {
    if (this.isAsking || this.isStopped) return;
    clearTimeout(this.timer);
    void this.ask();
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    const state = await this.read();
    this.isAsking = false;
    if (this.isStopped) return;
    this.state = state;
    this.settled();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.askNow(), this.isUrgent() ? SOON_MS : USUAL_MS);
  }

  private async read(): Promise<HostState> {
    let isSilent = false;
    const answered = loopTimeout(SILENCE_MS, () => {
      isSilent = true;
      this.hangUp(new Error('no answer in time'));
    });
    try {
      this.client ??= await this.connect();
      return stateOf((await this.client.query<Answer>(ASK)).rows[0]);
    } catch (error) {
      this.hangUp();
      const times = this.state?.kind === 'away' ? this.state.times + 1 : 1;
      return { kind: 'away', reason: reasonOf(error), times, isSilent };
    } finally {
      answered();
      this.connecting = null;
    }
  }

  private async connect(): Promise<Client> {
    const { host, port } = this.host;
    const client = new Client(this.config);
    this.connecting = client;
    // The URL contains the account, the database and only the first host.
    client.host = host;
    client.port = port;
    client.on('error', () => undefined);
    client.once('end', () => {
      if (this.client !== client) return;
      this.client = null;
      this.askNow();
    });
    await client.connect();
    if (!this.isStopped) return client;
    await client.end();
    throw new Error('It is asked no more.');
  }

  private hangUp(reason?: Error): void {
    const client = this.client ?? this.connecting;
    this.client = null;
    client?.connection.stream.destroy(reason);
  }
}

/** Queries a server once. */
export async function askHost(host: DatabaseHost, config: ClientConfig): Promise<HostState> {
  return new Promise((resolve) => {
    const answered = () => {
      const state = probe.state;
      probe.stop();
      if (state !== null) resolve(state);
    };
    const probe = new HostProbe(host, config, answered, () => false);
    probe.start();
  });
}

function stateOf(answer: Answer | undefined): HostState {
  if (answer === undefined || answer.isStandby) return { kind: 'standby' };
  return answer.isReadOnly ? { kind: 'read-only' } : { kind: 'primary', timeline: answer.timeline };
}

/** Safe to print: PostgreSQL's messages name accounts and databases, but never a password. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
