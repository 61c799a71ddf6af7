import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Email as Mail, RawEmail } from 'postal-mime';
import { Settings } from '../../shared/settings.js';
import { mailFolderOf } from './mail-folder.js';
import { displayAddresses, NO_SUBJECT } from './header-display.js';

const FILE = /^([0-9a-f-]{36})\.eml$/;
/** The most emails in the list. */
const LISTED = 100;
/** How much of each file the list reads. The headers come first. */
const HEAD_BYTES = 16_384;
/** Files that are read at the same time. */
const AT_ONCE = 50;

/** An email in the mailbox. */
export interface MailboxEntry {
  readonly id: string;
  readonly mail: Mail;
  /** The file: the message as it would be sent. */
  readonly bytes: Buffer;
}

/** A row of the list. */
export interface MailboxLine {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  /** ISO 8601; '' if the email has no date. */
  readonly sentAt: string;
}

/** Reads the emails that MailFolder has written. */
@Injectable()
export class Mailbox {
  constructor(private readonly settings: Settings) {}

  /** The emails whose sender, recipient or subject contain all words of the search, newest first. */
  async newest(search = ''): Promise<MailboxLine[]> {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const files = await readdir(this.folder).catch(() => []);
    // Ids are UUIDs of version 7, so they sort by time.
    const ids = files
      .flatMap((file) => FILE.exec(file)?.[1] ?? [])
      .sort()
      .reverse();
    const found: MailboxLine[] = [];
    for (let start = 0; start < ids.length && found.length < LISTED; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE);
      const lines = await Promise.all(some.map((id) => this.lineOf(id).catch(() => null)));
      found.push(...lines.filter((line) => line !== null).filter((line) => hasAll(line, words)));
    }
    return found.slice(0, LISTED);
  }

  /** Null if there is no such email. */
  async find(id: string): Promise<MailboxEntry | null> {
    if (!FILE.test(`${id}.eml`)) return null;
    const bytes = await readFile(this.fileOf(id)).catch(() => null);
    return bytes === null ? null : { id, mail: await parsed(bytes), bytes };
  }

  private get folder(): string {
    return mailFolderOf(this.settings);
  }

  private fileOf(id: string): string {
    return path.join(this.folder, `${id}.eml`);
  }

  private async lineOf(id: string): Promise<MailboxLine> {
    const { to, from, subject = NO_SUBJECT, date = '' } = await this.headersOf(id);
    return { id, to: displayAddresses(to), from: displayAddresses(from && [from]), subject, sentAt: date };
  }

  private async headersOf(id: string): Promise<Mail> {
    const file = await open(this.fileOf(id));
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const [head = ''] = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n', 1);
      return await parsed(`${head}\r\n\r\n`);
    } finally {
      await file.close();
    }
  }
}

async function parsed(message: RawEmail): Promise<Mail> {
  const { default: PostalMime } = await import('postal-mime');
  return PostalMime.parse(message);
}

function hasAll({ to, from, subject }: MailboxLine, words: readonly string[]): boolean {
  const text = `${to} ${from} ${subject}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
