import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, MoreThan } from 'typeorm';
import type { Language } from '../rendering/domain/email-request.js';
import { PartnerDatabase } from '../database/partner-database.js';
import { type AssignmentTarget, EmailTemplateAssignment } from './domain/email-template-assignment.js';
import { EmailTemplateAssignmentSchema } from './email-template-assignment.schema.js';

/** First key of the advisory lock under which a partner's assignments are changed; the second is the partner's id. */
const ASSIGNMENT_LOCK = 0x4c4f4f4b;

/** Takes the present assignment of a target, or null, and returns the next one; null removes it. */
type Change = (present: EmailTemplateAssignment | null, newId: number) => EmailTemplateAssignment | null;

/** The stored assignments. Every method takes the partner first. */
@Injectable()
export class EmailTemplateAssignmentRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** A partner's assignments with ids greater than `afterId`, oldest first, including those of deleted templates. */
  ofPartner(
    partnerId: number,
    { afterId, limit }: { readonly afterId: number; readonly limit: number },
  ): Promise<EmailTemplateAssignment[]> {
    return this.database.of(partnerId, (rows) =>
      rows.find(EmailTemplateAssignmentSchema, {
        where: { partnerId, id: MoreThan(afterId) },
        order: { id: 'ASC' },
        take: limit,
      }),
    );
  }

  /** A template's assignment for emails of a kind in a language, preferably the one for all companies. */
  async ofTemplate(
    partnerId: number,
    templateId: number,
    { kind, language }: { readonly kind: string; readonly language: Language },
  ): Promise<EmailTemplateAssignment | null> {
    const [first = null] = await this.database.of(partnerId, (rows) =>
      rows.find(EmailTemplateAssignmentSchema, {
        where: [
          { partnerId, templateId, kind, language },
          { partnerId, templateId, kind, language: IsNull() },
        ],
        order: { companyId: { direction: 'ASC', nulls: 'FIRST' }, language: 'ASC', id: 'ASC' },
        take: 1,
      }),
    );
    return first;
  }

  /**
   * Changes the assignment of one target. A partner's changes run one after another. If `change` throws, nothing
   * changes.
   */
  async change(
    partnerId: number,
    { kind, language, companyId }: AssignmentTarget,
    change: Change,
  ): Promise<EmailTemplateAssignment | null> {
    const newId = await this.database.nextId('email_template_assignment');
    return this.database.of(partnerId, async (rows) => {
      await rows.query('SELECT pg_advisory_xact_lock($1, $2)', [ASSIGNMENT_LOCK, partnerId]);
      const target: FindOptionsWhere<EmailTemplateAssignment> = {
        partnerId,
        kind,
        language: language ?? IsNull(),
        companyId: companyId ?? IsNull(),
      };
      const present = await rows.findOne(EmailTemplateAssignmentSchema, { where: target });
      const next = change(present, newId);
      if (next === present) return present;
      if (next === null) await rows.delete(EmailTemplateAssignmentSchema, target);
      else if (present === null) await rows.insert(EmailTemplateAssignmentSchema, next);
      else await rows.update(EmailTemplateAssignmentSchema, { partnerId, id: next.id }, next);
      return next;
    });
  }
}
