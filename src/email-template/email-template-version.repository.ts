import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { EmailTemplateVersion, type VersionSummary } from './domain/email-template-version.js';
import { EmailTemplateVersionSchema } from './email-template-version.schema.js';

/** What email templates were, in the database; EmailTemplateRepository writes it with what they become. */
@Injectable()
export class EmailTemplateVersionRepository {
  constructor(
    @InjectRepository(EmailTemplateVersionSchema, LIVERY_DATABASE)
    private readonly rows: Repository<EmailTemplateVersion>,
  ) {}

  /** Those with numbers greater than `afterNumber`, oldest first, whether the template is deleted or not. */
  ofTemplate(
    partnerId: number,
    templateId: number,
    { afterNumber, limit }: { readonly afterNumber: number; readonly limit: number },
  ): Promise<VersionSummary[]> {
    return this.rows.query<VersionSummary[]>(
      `SELECT number, name, type, parser, octet_length(data) AS bytes, created_at AS "createdAt"
       FROM email_template_version
       WHERE partner_id = $1 AND template_id = $2 AND number > $3
       ORDER BY number LIMIT $4`,
      [partnerId, templateId, afterNumber, limit],
    );
  }

  find(partnerId: number, templateId: number, number: number): Promise<EmailTemplateVersion | null> {
    return this.rows.findOne({ where: { partnerId, templateId, number } });
  }
}
