import type { Client, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/**
 * A connection that belongs to one owner, for LISTEN and locks of a session. Its statements follow each other in the
 * order in which they were begun: the driver takes no statement while another one runs.
 */
export class DatabaseSession {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: Client) {}

  /** Runs one statement, after those that were begun before, whatever became of them. */
  query<Row extends QueryResultRow = QueryResultRow>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    const result = this.last.then(() => this.client.query<Row>(statement, values));
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Calls when the connection has ended, in order or not. */
  onEnd(ended: () => void): void {
    this.client.once('end', ended);
  }

  onNotification(heard: (channel: string, payload: string) => void): void {
    this.client.on('notification', ({ channel, payload = '' }) => heard(channel, payload));
  }

  /** Ends the connection, and with it a statement that is running. It may be called at any time. */
  async end(): Promise<void> {
    await this.client.end();
  }
}
