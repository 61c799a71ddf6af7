import { callbackify } from 'node:util';
import { Client } from 'pg';
import { NoPrimary, type PrimarySearch } from './primary-search.js';

/** SQLSTATE of a write in a read-only session. */
const READ_ONLY = '25006';
const MAY_WRITE = `SELECT WHERE NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'`;

/** Creates a client class, usable in pools, that connects to the primary. */
export function primaryClient(search: PrimarySearch): typeof Client {
  /** A connection to the primary. Ends if its server is no longer the primary. */
  return class PrimaryClient extends Client {
    override connect(): Promise<Client>;
    override connect(callback: ((error: Error) => void) | ((none: null, client: Client) => void)): void;
    override connect(callback?: (error: never, client: Client) => void): Promise<Client> | void {
      if (callback === undefined) return this.connectToPrimary();
      // The overloads have different callback types, which no single call satisfies.
      Reflect.apply(
        callbackify(() => this.connectToPrimary()),
        undefined,
        [callback],
      );
    }

    private async connectToPrimary(): Promise<Client> {
      try {
        const { host, port } = await search.hostFor(this);
        this.host = host;
        this.port = port;
        await super.connect();
        await this.check();
      } catch (error) {
        search.left(this);
        if (!(error instanceof NoPrimary)) search.doubt();
        throw error;
      }
      this.once('end', () => search.left(this));
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code !== READ_ONLY) return;
        search.doubt();
        this.connection.stream.destroy(new Error('The session may not write any more.'));
      });
      return this;
    }

    /** @throws if the session cannot write */
    private async check(): Promise<void> {
      const breaks = () => undefined;
      this.on('error', breaks);
      try {
        const { rowCount } = await this.query(MAY_WRITE);
        if (rowCount === 1) return;
        throw Object.assign(new Error(`${this.host}:${this.port} takes no writes.`), { code: READ_ONLY });
      } catch (error) {
        await this.end().catch(() => undefined);
        throw error;
      } finally {
        this.off('error', breaks);
      }
    }
  };
}
