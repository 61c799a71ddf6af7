import { Injectable } from '@nestjs/common';
import { EmailLogRepository } from './email-log.repository.js';
import { EmailView } from './email.dto.js';

/** Reads an email as the API shows it in lists, for events about it. */
@Injectable()
export class EmailViewService {
  constructor(private readonly log: EmailLogRepository) {}

  /** Null if the partner has no email with this id. */
  async find(partnerId: number, id: string): Promise<EmailView | null> {
    const email = await this.log.find(partnerId, id);
    return email === null ? null : EmailView.of(email);
  }
}
