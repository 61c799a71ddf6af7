import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain/errors.js';
import type { FoundPage } from '../../queue/log/bounded-search.js';
import type { Email, EmailDetail, EmailFilter } from '../domain/email.js';
import { isEmailId } from '../domain/email-id.js';
import { EmailLogRepository } from './email-log.repository.js';

/** A partner's emails: the log. */
@Injectable()
export class EmailService {
  constructor(private readonly log: EmailLogRepository) {}

  /** One page, newest first. */
  list(partnerId: number, filter: EmailFilter, limit: number): Promise<FoundPage<Email, string>> {
    return this.log.list(partnerId, filter, limit);
  }

  /** @throws NotFound */
  async find(partnerId: number, id: string): Promise<EmailDetail> {
    const email = isEmailId(id) ? await this.log.find(partnerId, id) : null;
    if (email === null) throw NotFound.of('email', id);
    return email;
  }
}
