import { Injectable } from '@nestjs/common';
import type { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import type { Span } from '../../queue/domain/moment.js';
import { EmailLogRepository } from './email-log.repository.js';
import { EmailView } from './email.dto.js';

/** Emails read by one statement. */
const PORTION = 200;

/** The emails that changed, as their list shows them. */
@Injectable()
export class EmailChangesService {
  constructor(private readonly log: EmailLogRepository) {}

  /** Ids of those that changed, oldest first; at most this many. */
  changed({ id }: AuthenticatedPartner, span: Span, most: number): Promise<readonly string[]> {
    return this.log.changed(id, span, most);
  }

  /** The emails with these ids, in that order and in parts; those that are gone are left out. */
  async *read({ id }: AuthenticatedPartner, ids: readonly string[]): AsyncGenerator<readonly EmailView[]> {
    for (let from = 0; from < ids.length; from += PORTION) {
      const found = await this.log.these(id, ids.slice(from, from + PORTION));
      yield found.map((email) => EmailView.of(email));
    }
  }
}
