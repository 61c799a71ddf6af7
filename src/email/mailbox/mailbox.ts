import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import PostalMime, { type Email as Mail } from 'postal-mime';
import { Settings } from '../../shared/settings.js';
import { mailFolderOf } from './mail-folder.js';

const FILE = /^([0-9a-f-]{36})\.eml$/;
/** Emails in the list. */
const LISTED = 100;
/** Bytes that the list reads of each file; the headers come first. */
const HEAD_BYTES = 16_384;

/** An email in the mailbox. */
export interface MailboxEntry {
  readonly id: string;
  readonly mail: Mail;
}

/** Reads the emails that are kept in files while no relay is set. */
@Injectable()
export class Mailbox {
  constructor(private readonly settings: Settings) {}

  /** The newest emails, newest first, with their headers only. */
  async newest(): Promise<MailboxEntry[]> {
    const files = await readdir(this.folder).catch(() => []);
    const ids = files.flatMap((file) => FILE.exec(file)?.[1] ?? []);
    // Ids are UUIDs of version 7, so their order is that of time.
    const newest = ids.sort().reverse().slice(0, LISTED);
    const entries = await Promise.all(
      newest.map(async (id) => ({ id, mail: await this.headersOf(id).catch(() => null) })),
    );
    return entries.flatMap(({ id, mail }) => (mail === null ? [] : [{ id, mail }]));
  }

  /** Null when there is no such email. */
  async find(id: string): Promise<MailboxEntry | null> {
    if (!FILE.test(`${id}.eml`)) return null;
    const bytes = await readFile(this.fileOf(id)).catch(() => null);
    return bytes === null ? null : { id, mail: await PostalMime.parse(bytes) };
  }

  private get folder(): string {
    return mailFolderOf(this.settings);
  }

  private fileOf(id: string): string {
    return path.join(this.folder, `${id}.eml`);
  }

  private async headersOf(id: string): Promise<Mail> {
    const file = await open(this.fileOf(id));
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const [head = ''] = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n', 1);
      return await PostalMime.parse(`${head}\r\n\r\n`);
    } finally {
      await file.close();
    }
  }
}
