import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../shared/make-folder.js';
import { type MailMessage, Mailer, type MailOutcome } from '../domain/mailer.js';
import { headOf, mimeMessage } from '../smtp/mime-message.js';

/** How many of the newest emails are kept. */
const KEPT = 1_000;
/** Old emails are removed after this many new ones. */
const SWEEP_EVERY = 50;

/** The folder where a service without a relay stores its emails. */
export function mailFolderOf({ dataDir }: { readonly dataDir: string }): string {
  return path.join(dataDir, 'mail');
}

/** Writes emails to files, which the mailbox shows. Used if no relay is configured. */
export class MailFolder extends Mailer {
  private written = 0;

  constructor(readonly folder: string) {
    super();
  }

  override get isAway(): boolean {
    return false;
  }

  override async send(message: MailMessage): Promise<MailOutcome> {
    try {
      const file = path.join(this.folder, `${message.id}.eml`);
      const draft = `${file}.draft`;
      makeFolder(this.folder, 0o700);
      const bytes = await mimeMessage(message, new Date());
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, file);
      if (++this.written % SWEEP_EVERY === 1) await this.sweep();
      const answer = `Kept in ${path.basename(file)}.`;
      return { kind: 'accepted', status: null, answer, handoverMs: 0, head: headOf(bytes) };
    } catch (error) {
      return { kind: 'local fault', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  override async close(): Promise<void> {}

  /** File names are UUIDs of version 7, so they sort by time. */
  private async sweep(): Promise<void> {
    const files = (await readdir(this.folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const file of files.slice(0, -KEPT)) await rm(path.join(this.folder, file), { force: true });
  }
}
