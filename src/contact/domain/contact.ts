import { createHash, randomBytes } from 'node:crypto';
import type { Language } from '../../rendering/domain/email-request.js';
import { Conflict } from '../../shared/domain/errors.js';

/** The kinds of notice that a contact can receive. */
export const noticeNames = [
  'subscription.failing',
  'subscription.atRisk',
  'subscription.deleted',
  'emailTemplate.fallback',
  'email.bounced',
] as const;
export type NoticeName = (typeof noticeNames)[number];

/** The validity of a confirmation link. */
const LINK_LASTS_MS = 24 * 3_600_000;
const TOKEN_BYTES = 32;

/** The members of a contact that the partner sets. */
export interface ContactFields {
  readonly email: string;
  readonly language: Language;
  readonly notices: readonly NoticeName[];
}

type State = Omit<Contact, 'tag' | 'fields' | 'change' | 'askAgain'>;

/** A contact and, if its address needs confirmation, the token for the link. */
export interface ChangedContact {
  readonly contact: Contact;
  /** Null if the address is confirmed or its link has been sent. */
  readonly token: string | null;
}

/**
 * An email address of a person at a partner. It is used once its owner has followed the link in a confirmation email.
 * Immutable: each change returns a new contact with the next version.
 */
export class Contact implements ContactFields {
  readonly partnerId: number;
  readonly id: number;
  readonly email: string;
  readonly language: Language;
  readonly notices: readonly NoticeName[];
  /** Null until the owner has followed the link. */
  readonly confirmedAt: Date | null;
  readonly tokenDigest: Buffer | null;
  readonly tokenExpiresAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;

  private constructor(state: State) {
    Object.assign(this, state);
  }

  static create(
    identity: { readonly partnerId: number; readonly id: number },
    { email, language, notices }: ContactFields,
    now: Date,
  ): ChangedContact {
    const { token, ...link } = newLink(now);
    const dates = { createdAt: now, updatedAt: now };
    const fields = { email, language, notices };
    return { contact: new Contact({ ...identity, ...fields, ...link, version: 1, ...dates }), token };
  }

  /** Identifies this state of the contact to a caller (ETag). Following the link changes it too. */
  get tag(): string {
    return `${this.id}.${this.version}${this.confirmedAt === null ? '' : '.confirmed'}`;
  }

  /** Changes the given members. A new address needs confirmation. Returns this contact itself if nothing changes. */
  change(changes: Partial<ContactFields>, now: Date): ChangedContact {
    const { email = this.email, language = this.language, notices = this.notices } = changes;
    const isSame =
      email === this.email &&
      language === this.language &&
      notices.length === this.notices.length &&
      notices.every((notice, index) => notice === this.notices[index]);
    if (isSame) return { contact: this, token: null };
    const change = { email, language, notices, version: this.version + 1, updatedAt: now };
    if (email === this.email) {
      return { contact: new Contact(Object.assign({}, this, change)), token: null };
    }
    const { token, ...link } = newLink(now);
    return { contact: new Contact(Object.assign({}, this, change, link)), token };
  }

  /** Replaces the owner's link. @throws Conflict when the address is confirmed */
  askAgain(now: Date): ChangedContact {
    if (this.confirmedAt !== null) {
      throw new Conflict(
        'already_confirmed',
        `The owner of ${this.email} has confirmed the address already.`,
      );
    }
    const { token, ...link } = newLink(now);
    const change = { version: this.version + 1, updatedAt: now };
    return { contact: new Contact(Object.assign({}, this, change, link)), token };
  }
}

/** The stored form of a token. */
export function digestOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function newLink(now: Date) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return {
    token,
    confirmedAt: null,
    tokenDigest: digestOfToken(token),
    tokenExpiresAt: new Date(now.getTime() + LINK_LASTS_MS),
  };
}
