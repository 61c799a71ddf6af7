import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain/errors.js';
import type { HistoryAround } from '../domain/state-then.js';
import type { RecordedChange } from '../domain/subscription-history.js';
import { HistoryRepository } from './history.repository.js';

/** Reads the histories of subscriptions. */
@Injectable()
export class HistoryService {
  constructor(private readonly history: HistoryRepository) {}

  /** Changes before this number, newest first. The subscription may be deleted. @throws NotFound */
  async changesOf(
    partnerId: number,
    id: number,
    range: { readonly before: number; readonly limit: number },
  ): Promise<readonly RecordedChange[]> {
    const changes = await this.history.changesOf(partnerId, id, range);
    if (changes === null) throw NotFound.of('webhook subscription', id);
    return changes;
  }

  /** Subscriptions with greater ids, deleted or not, oldest first, around a subscriptions version. */
  around(
    partnerId: number,
    subscriptionsVersion: number,
    range: { readonly afterId: number; readonly limit: number },
  ): Promise<readonly HistoryAround[]> {
    return this.history.around(partnerId, subscriptionsVersion, range);
  }
}
