import { Injectable } from '@nestjs/common';
import type { AuthenticatedPartner } from '../../partner/domain/authenticated-partner.js';
import type { Span } from '../../queue/domain/moment.js';
import { EmailLogRepository } from './email-log.repository.js';
import { EmailView } from './email.dto.js';

/** How many emails one statement reads. */
const PORTION = 200;

/** Finds and reads emails that have changed, for streams. */
@Injectable()
export class EmailChangesService {
  constructor(private readonly log: EmailLogRepository) {}

  /** Ids of at most `most` emails that changed in the span, oldest first. */
  changed({ id }: AuthenticatedPartner, span: Span, most: number): Promise<readonly string[]> {
    return this.log.changed(id, span, most);
  }

  /** Reads emails in the order of their ids, in batches. Omits those that no longer exist. */
  async *read({ id }: AuthenticatedPartner, ids: readonly string[]): AsyncGenerator<readonly EmailView[]> {
    for (let from = 0; from < ids.length; from += PORTION) {
      const found = await this.log.these(id, ids.slice(from, from + PORTION));
      yield found.map((email) => EmailView.of(email));
    }
  }
}
