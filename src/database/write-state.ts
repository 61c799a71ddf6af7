import { Logger } from '@nestjs/common';

const PROBE_EVERY_MS = 1_000;

/**
 * SQLSTATEs of a database that answers and cannot be written to: no room or no memory (class 53, without too many
 * connections), read-only, or a disk that fails.
 */
const UNWRITABLE = /^(53[0124]00|25006|58030)$/;

/**
 * Tries a write as large as a few events, and undoes it: a row in a page that has room succeeds even on a full disk. The
 * caller's transaction has to be rolled back.
 */
export const TRY_WRITE = `
  CREATE TEMPORARY TABLE livery_write_probe ON COMMIT DROP AS
  SELECT repeat(md5(n::text), 60) AS filler FROM generate_series(1, 512) AS n`;

/** Whether the database takes writes, judging by the last ones. */
export class WriteState {
  private readonly log = new Logger('Database');
  private isFailing = false;
  private succeededAt: number | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param probe tries a write and undoes it; after a failure only a successful probe ends the state. */
  constructor(private readonly probe: () => Promise<void>) {}

  get isWell(): boolean {
    return !this.isFailing;
  }

  /** Seconds since the last successful write; null before the first one. */
  get ageSeconds(): number | null {
    return this.succeededAt === null ? null : (performance.now() - this.succeededAt) / 1_000;
  }

  /** Runs a write and notes its result. Its error is rethrown. */
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
    this.log.error(`The database takes no writes: ${error.message}`);
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
    this.log.log('The database takes writes again.');
  }
}

function isUnwritable(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && UNWRITABLE.test(String(error.code));
}
