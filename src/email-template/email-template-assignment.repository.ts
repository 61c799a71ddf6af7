import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, MoreThan } from 'typeorm';
import { PartnerDatabase } from '../database/partner-database.js';
import type { Language } from '../rendering/domain/email-request.js';
import type { EmailHeaders } from './domain/email-headers.js';
import type { EmailTemplate } from './domain/email-template.js';
import { type AssignmentTarget, EmailTemplateAssignment } from './domain/email-template-assignment.js';
import { EmailTemplateAssignmentSchema } from './email-template-assignment.schema.js';
import { EmailTemplateSchema } from './email-template.schema.js';

/** First key of the advisory lock under which a partner's assignments are changed; the second is the partner's id. */
const ASSIGNMENT_LOCK = 0x4c4f4f4b;

/** A template with the headers that its assignment gives. */
export interface AssignedTemplate {
  readonly template: EmailTemplate;
  readonly headers: EmailHeaders;
}

/** Given the present assignment of a target, if any, returns the next one; null for none. */
type Change = (present: EmailTemplateAssignment | null, newId: number) => EmailTemplateAssignment | null;

/** Assignments in the database. Every question names the partner first. */
@Injectable()
export class EmailTemplateAssignmentRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** Those with ids greater than `afterId`, oldest first, whether or not their templates are deleted. */
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

  /**
   * The template for an email, and its headers: those of the most specific assignment whose template is not deleted
   * (company and language, company, language, partner). Null when there is none.
   */
  templateFor(
    partnerId: number,
    { kind, language, companyId }: { kind: string; language: Language; companyId: number },
  ): Promise<AssignedTemplate | null> {
    return this.database.of(partnerId, async (rows) => {
      const found = await rows
        .createQueryBuilder(EmailTemplateSchema, 'template')
        .innerJoin(
          EmailTemplateAssignment,
          'assignment',
          'assignment.partnerId = template.partnerId AND assignment.templateId = template.id',
        )
        .addSelect('assignment.subject', 'subject')
        .addSelect('assignment.fromName', 'fromName')
        .addSelect('assignment.replyTo', 'replyTo')
        .where('template.partnerId = :partnerId AND template.deletedAt IS NULL', { partnerId })
        .andWhere('assignment.kind = :kind', { kind })
        .andWhere('(assignment.companyId = :companyId OR assignment.companyId IS NULL)', { companyId })
        .andWhere('(assignment.language = :language OR assignment.language IS NULL)', { language })
        .orderBy('assignment.companyId', 'ASC', 'NULLS LAST')
        .addOrderBy('assignment.language', 'ASC', 'NULLS LAST')
        .limit(1)
        .getRawAndEntities<EmailHeaders>();
      const [[template], [headers]] = [found.entities, found.raw];
      if (template === undefined || headers === undefined) return null;
      const { subject, fromName, replyTo } = headers;
      return { template, headers: { subject, fromName, replyTo } };
    });
  }

  /** Changes the assignment of one target, one change of a partner's after the other. What `change` throws leaves all as it was. */
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
