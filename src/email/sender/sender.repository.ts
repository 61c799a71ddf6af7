import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Database } from '../../database/database.js';
import { PartnerDatabase } from '../../database/partner-database.js';
import { NotFound } from '../../shared/domain/errors.js';
import { Sender } from '../domain/sender.js';
import { SenderSchema } from './sender.schema.js';
import { sendingPartner, type SendingPartner } from './sender.sql.js';

/** The stored senders, at most one per partner. */
@Injectable()
export class SenderRepository {
  constructor(
    private readonly ofPartner: PartnerDatabase,
    private readonly database: Database,
  ) {}

  find(partnerId: number): Promise<Sender | null> {
    return this.ofPartner.of(partnerId, (rows) => rows.findOneBy(SenderSchema, { partnerId }));
  }

  /** The senders of partners with greater ids, ordered by partner. */
  list(afterPartner: number, limit: number): Promise<Sender[]> {
    return this.ofPartner.ofEvery((rows) =>
      rows.find(SenderSchema, {
        where: { partnerId: MoreThan(afterPartner) },
        order: { partnerId: 'ASC' },
        take: limit,
      }),
    );
  }

  /**
   * Replaces a partner's sender with what `change` returns, under a lock; null removes it. Writes nothing if `change`
   * returns its argument.
   * @throws NotFound if there is no such partner, or it is deleted
   */
  change(partnerId: number, change: (sender: Sender | null) => Sender | null): Promise<Sender | null> {
    return this.ofPartner.of(partnerId, async (rows) => {
      const partners = await rows.query<object[]>(
        'SELECT FROM partner WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
        [partnerId],
      );
      if (partners.length === 0) throw NotFound.of('partner', partnerId);
      const former = await rows.findOneBy(SenderSchema, { partnerId });
      const changed = change(former);
      if (changed === former) return former;
      await rows.delete(SenderSchema, { partnerId });
      if (changed !== null) await rows.insert(SenderSchema, changed);
      return changed;
    });
  }

  /** Null for a company without a partner. */
  async sendingPartner(partnerId: number): Promise<SendingPartner | null> {
    const { rows } = await this.database.pool.query<SendingPartner>({
      name: 'read sender',
      text: sendingPartner('$1'),
      values: [partnerId],
    });
    return rows[0] ?? null;
  }
}
