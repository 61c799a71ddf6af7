import { Injectable } from '@nestjs/common';
import { EmailTemplateView } from './email-template.dto.js';
import { EmailTemplateRepository } from './email-template.repository.js';

/** Email templates as the API shows them, for events about them. */
@Injectable()
export class EmailTemplateViewService {
  constructor(private readonly templates: EmailTemplateRepository) {}

  /** Deleted or not. Null when the partner has none of this id. */
  async find(partnerId: number, id: number): Promise<EmailTemplateView | null> {
    const template = await this.templates.findAny(partnerId, id);
    return template === null ? null : EmailTemplateView.of(template);
  }
}
