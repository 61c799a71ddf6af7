import { Injectable } from '@nestjs/common';
import { PartnerDatabase } from '../database/partner-database.js';
import { EmailTemplateVersion, type VersionSummary } from './domain/email-template-version.js';
import { EmailTemplateVersionSchema } from './email-template-version.schema.js';

/** Reads the versions of email templates; EmailTemplateRepository writes each with its change. */
@Injectable()
export class EmailTemplateVersionRepository {
  constructor(private readonly database: PartnerDatabase) {}

  /** The versions of a template, deleted or not, with numbers greater than `afterNumber`, oldest first. */
  ofTemplate(
    partnerId: number,
    templateId: number,
    { afterNumber, limit }: { readonly afterNumber: number; readonly limit: number },
  ): Promise<VersionSummary[]> {
    return this.database.of(partnerId, (rows) =>
      rows.query<VersionSummary[]>(
        `SELECT number, name, type, parser, inline_styles AS "inlineStyles", octet_length(data) AS bytes, created_at AS "createdAt"
         FROM email_template_version
         WHERE partner_id = $1 AND template_id = $2 AND number > $3
         ORDER BY number LIMIT $4`,
        [partnerId, templateId, afterNumber, limit],
      ),
    );
  }

  find(partnerId: number, templateId: number, number: number): Promise<EmailTemplateVersion | null> {
    return this.database.of(partnerId, (rows) =>
      rows.findOne(EmailTemplateVersionSchema, { where: { partnerId, templateId, number } }),
    );
  }
}
