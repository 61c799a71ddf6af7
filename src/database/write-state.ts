import { Logger } from '@nestjs/common';

const PROBE_EVERY_MS = 1_000;

/**
 * SQLSTATEs of a database that answers but cannot be written to: no disk space or memory (class 53, except too many
 * connections), read-only, or a disk failure.
 */
const UNWRITABLE = /^(53[0124]00|25006|58030)$/;

/**
 * A trial write as large as a few events, since a smaller row may fit into an existing page even on a full disk. The
 * caller must roll back the transaction.
 */
export const TRY_WRITE = `
  CREATE TEMPORARY TABLE livery_write_probe ON COMMIT DROP AS
  SELECT repeat(md5(n::text), 60) AS filler FROM generate_series(1, 512) AS n`;

/** Whether the database accepts writes, according to the last ones. */
export class WriteState {
  private readonly log = new Logger('Database');
  private isFailing = false;
  private succeededAt: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param probe makes a trial write; after a failure, only a successful probe ends the state */
  constructor(private readonly probe: () => Promise<void>) {}

  get isWell(): boolean {
    return !this.isFailing;
  }

  /** Seconds since the last successful write; null before the first one. */
  get ageSeconds(): number | null {
    return this.succeededAt === null ? null : (performance.now() - this.succeededAt) / 1_000;
  }

  /** Runs a write and records its result. Rethrows its error. */
  async watch<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      const result = await write();
      if (!this.isFailing) this.succeededAt = performance.now();
      return result;
    } catch (error) {
      if (isUnwritable(error)) this.fails(error);
      throw error;
    }
  }

  /** Stops probing. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  private fails(error: Error): void {
    if (this.isFailing || this.isClosed) return;
    this.isFailing = true;
    this.log.error(`The database does not accept writes: ${error.message}`);
    this.probeSoon();
  }

  private probeSoon(): void {
    if (this.isClosed) return;
    this.timer = setTimeout(() => void this.tryAgain(), PROBE_EVERY_MS).unref();
  }

  private async tryAgain(): Promise<void> {
    try {
      await this.probe();
    } catch {
      this.probeSoon();
      return;
    }
    this.isFailing = false;
    this.succeededAt = performance.now();
    this.log.log('The database accepts writes again.');
  }
}

function isUnwritable(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && UNWRITABLE.test(String(error.code));
}
