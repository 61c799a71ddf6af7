import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan, Not } from 'typeorm';
import { PartnerDatabase } from '../database/partner-database.js';
import { Conflict } from '../shared/domain/errors.js';
import { ContactSchema } from './contact.schema.js';
import { Contact } from './domain/contact.js';

/** First key of the advisory lock under which a partner's contacts are changed; the second is the partner's id. */
const CONTACT_LOCK = 0x434f4e54;
const MAX_CONTACTS = 100;

/** The stored contacts. */
@Injectable()
export class ContactRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** A partner's contacts with ids greater than `afterId`, oldest first. */
  ofPartner(
    partnerId: number,
    range: { readonly afterId: number; readonly limit: number },
  ): Promise<Contact[]> {
    return this.database.of(partnerId, (rows) =>
      rows.find(ContactSchema, {
        where: { partnerId, id: MoreThan(range.afterId) },
        order: { id: 'ASC' },
        take: range.limit,
      }),
    );
  }

  find(partnerId: number, id: number): Promise<Contact | null> {
    return this.database.of(partnerId, (rows) => rows.findOne(ContactSchema, { where: { partnerId, id } }));
  }

  /** A partner's contacts whose owners have confirmed their addresses. */
  confirmed(partnerId: number): Promise<Contact[]> {
    return this.database.of(partnerId, (rows) =>
      rows.find(ContactSchema, { where: { partnerId, confirmedAt: Not(IsNull()) }, order: { id: 'ASC' } }),
    );
  }

  /** True if the address is a confirmed contact of the partner. Case does not matter. */
  isConfirmed(partnerId: number, email: string): Promise<boolean> {
    return this.database.of(partnerId, async (rows) => {
      const found = await rows.query<unknown[]>(
        'SELECT FROM contact WHERE partner_id = $1 AND lower(email) = lower($2) AND confirmed_at IS NOT NULL',
        [partnerId, email],
      );
      return found.length > 0;
    });
  }

  nextId(): Promise<number> {
    return this.database.nextId('contact');
  }

  /** @throws Conflict if the partner already has the address, or as many contacts as allowed */
  add(contact: Contact): Promise<void> {
    const { partnerId } = contact;
    return this.database.of(partnerId, async (rows) => {
      await lock(rows, partnerId);
      const count = await rows.count(ContactSchema, { where: { partnerId } });
      if (count >= MAX_CONTACTS) {
        throw new Conflict(
          'limit_reached',
          `A partner may have ${MAX_CONTACTS} contacts. Delete one that is not needed.`,
        );
      }
      await requireNewAddress(rows, contact);
      await rows.insert(ContactSchema, contact);
    });
  }

  /**
   * Changes one contact. If `change` returns the same object, nothing is written; null removes the contact.
   * @returns false if the partner has no such contact
   * @throws Conflict if the partner already has the address
   */
  change(partnerId: number, id: number, change: (present: Contact) => Contact | null): Promise<boolean> {
    return this.database.of(partnerId, async (rows) => {
      await lock(rows, partnerId);
      const present = await rows.findOne(ContactSchema, { where: { partnerId, id } });
      if (present === null) return false;
      const next = change(present);
      if (next === null) await rows.delete(ContactSchema, { partnerId, id });
      else if (next !== present) {
        await requireNewAddress(rows, next);
        await rows.update(ContactSchema, { partnerId, id }, next);
      }
      return true;
    });
  }

  /** Confirms the address of a link, which can then not be used again. Null if it is unknown, used or expired. */
  confirm(tokenDigest: Buffer, now: Date): Promise<Pick<Contact, 'email' | 'language'> | null> {
    return this.database.ofEvery(async (rows) => {
      const [confirmed] = await rows.query<[Pick<Contact, 'email' | 'language'>[], number]>(
        `UPDATE contact SET confirmed_at = $2, token_digest = NULL, token_expires_at = NULL
         WHERE token_digest = $1 AND token_expires_at > $2 RETURNING email, language`,
        [tokenDigest, now],
      );
      return confirmed[0] ?? null;
    });
  }
}

async function lock(rows: EntityManager, partnerId: number): Promise<void> {
  await rows.query('SELECT pg_advisory_xact_lock($1, $2)', [CONTACT_LOCK, partnerId]);
}

async function requireNewAddress(rows: EntityManager, { partnerId, id, email }: Contact): Promise<void> {
  const others = await rows.query<unknown[]>(
    'SELECT FROM contact WHERE partner_id = $1 AND lower(email) = lower($2) AND id <> $3',
    [partnerId, email, id],
  );
  if (others.length > 0)
    throw new Conflict('contact_exists', 'There is a contact with this address already.');
}
