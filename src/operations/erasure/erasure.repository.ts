import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { DeliveryErasureRepository } from '../../delivery/delivery-erasure.repository.js';
import { EmailErasureRepository } from '../../email/email-erasure.repository.js';
import { NoticeErasureRepository } from '../../notice/notice-erasure.repository.js';
import { OutboxErasureRepository } from '../../event/outbox/outbox-erasure.repository.js';

/** Selects the data of a document, or only that from events of one company. */
export interface ErasureOrder {
  readonly typeId: string;
  readonly companyId: number | null;
  /** SHA-256 of the typeId, for the record. */
  readonly typeIdHash: Buffer;
  readonly askedBy: string;
}

/** The numbers of erased rows. */
export interface Erased {
  readonly events: number;
  readonly deliveries: number;
  readonly emails: number;
}

/** Has every module erase a document's data from its tables, and records that. */
@Injectable()
export class ErasureRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: OutboxErasureRepository,
    private readonly deliveries: DeliveryErasureRepository,
    private readonly emails: EmailErasureRepository,
    private readonly notices: NoticeErasureRepository,
  ) {}

  /** Erases and records in one transaction, whose commit notifies every process. */
  erase({ typeId, companyId, typeIdHash, askedBy }: ErasureOrder): Promise<Erased> {
    return this.database.transaction(async (connection) => {
      await this.outbox.eraseOf(typeId, companyId, connection);
      const ofDocument = { typeIds: [typeId], companyId, isOfPartner: false };
      const documents = await this.deliveries.eraseOf(ofDocument, connection);
      const emailIds = await this.emails.eraseOf(documents.events, { typeId, companyId }, connection);
      await this.notices.eraseOf(emailIds, connection);
      const ofEmails = { typeIds: emailIds, companyId: null, isOfPartner: true };
      const bounces = await this.deliveries.eraseOf(ofEmails, connection);
      const events = documents.events.length + bounces.events.length;
      const deliveries = documents.deliveries + bounces.deliveries;
      await connection.query(
        `INSERT INTO erasure (type_id_hash, company_id, asked_by, erased_at, events, deliveries, emails)
         VALUES ($1, $2, $3, now(), $4, $5, $6)`,
        [typeIdHash, companyId, askedBy, events, deliveries, emailIds.length],
      );
      return { events, deliveries, emails: emailIds.length };
    });
  }

  /** Removes outcomes logged after the erasure by attempts that were in progress at the time. */
  async removeLateOutcomes(): Promise<void> {
    await this.database.transaction((connection) => this.deliveries.removeLateOutcomes(connection));
  }
}
