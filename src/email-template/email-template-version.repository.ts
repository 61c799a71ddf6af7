import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository } from 'typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { EmailTemplateVersion } from './domain/email-template-version.js';
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
  ): Promise<EmailTemplateVersion[]> {
    return this.rows.find({
      where: { partnerId, templateId, number: MoreThan(afterNumber) },
      order: { number: 'ASC' },
      take: limit,
    });
  }

  find(partnerId: number, templateId: number, number: number): Promise<EmailTemplateVersion | null> {
    return this.rows.findOne({ where: { partnerId, templateId, number } });
  }
}
