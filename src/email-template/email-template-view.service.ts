import { Injectable } from '@nestjs/common';
import { EmailTemplateView } from './email-template.dto.js';
import { EmailTemplateRepository } from './email-template.repository.js';

/** Reads email templates in the form of the API, for events about them. */
@Injectable()
export class EmailTemplateViewService {
  constructor(private readonly templates: EmailTemplateRepository) {}

  /** A template, deleted or not; null if the partner has none with this id. */
  async find(partnerId: number, id: number): Promise<EmailTemplateView | null> {
    const template = await this.templates.findAny(partnerId, id);
    return template === null ? null : EmailTemplateView.of(template);
  }
}
