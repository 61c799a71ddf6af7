import type { Client, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/**
 * A connection with a single owner, for LISTEN and session locks. Runs statements in the order of the calls, because
 * the driver does not accept a statement while another one runs.
 */
export class DatabaseSession {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: Client) {}

  /** Runs a statement after all earlier ones, even if they failed. */
  query<Row extends QueryResultRow = QueryResultRow>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    const result = this.last.then(() => this.client.query<Row>(statement, values));
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Registers a callback for the end of the connection, whatever the reason. */
  onEnd(ended: () => void): void {
    this.client.once('end', ended);
  }

  onNotification(heard: (channel: string, payload: string) => void): void {
    this.client.on('notification', ({ channel, payload = '' }) => heard(channel, payload));
  }

  /** Ends the connection and a running statement. Can be called at any time. */
  async end(): Promise<void> {
    await this.client.end();
  }
}
