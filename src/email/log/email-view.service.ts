import { Injectable } from '@nestjs/common';
import { EmailLogRepository } from './email-log.repository.js';
import { EmailView } from './email.dto.js';

/** Emails as the API shows them in lists, for events about them. */
@Injectable()
export class EmailViewService {
  constructor(private readonly log: EmailLogRepository) {}

  /** Null when the partner has none of this id. */
  async find(partnerId: number, id: string): Promise<EmailView | null> {
    const email = await this.log.find(partnerId, id);
    return email === null ? null : EmailView.of(email);
  }
}
