import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Letter, Mailer, type MailOutcome } from '../emails/domain/mailer.js';
import { mimeMessage } from './mime-message.js';

/** Emails kept; older ones are removed. */
const KEPT = 1_000;
/** Emails between two looks for what to remove. */
const SWEEP_EVERY = 50;

/** Where a service without a relay keeps its emails. */
export function mailFolderOf({ dataDir }: { readonly dataDir: string }): string {
  return path.join(dataDir, 'mail');
}

/** Where no relay is set: writes emails as files into a folder, for the mailbox to show. */
export class MailFolder extends Mailer {
  private written = 0;

  constructor(readonly folder: string) {
    super();
  }

  override get isAway(): boolean {
    return false;
  }

  override async send(letter: Letter): Promise<MailOutcome> {
    try {
      const file = path.join(this.folder, `${letter.id}.eml`);
      const draft = `${file}.draft`;
      await mkdir(path.dirname(this.folder), { recursive: true });
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await writeFile(draft, await mimeMessage(letter, new Date()), { mode: 0o600 });
      await rename(draft, file);
      if (++this.written % SWEEP_EVERY === 1) await this.sweep();
      return { kind: 'accepted', status: null, answer: `Kept in ${path.basename(file)}.` };
    } catch (error) {
      return { kind: 'local fault', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  override async close(): Promise<void> {}

  /** Names are UUIDs of version 7, so they stand in the order of time. */
  private async sweep(): Promise<void> {
    const files = (await readdir(this.folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const file of files.slice(0, -KEPT)) await rm(path.join(this.folder, file), { force: true });
  }
}
