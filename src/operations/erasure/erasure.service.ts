import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Erased, ErasureRepository } from './erasure.repository.js';

/**
 * Erases all data stored about a document, on behalf of the people it concerns. Waiting attempts are withdrawn, and
 * attempts in progress end without a retry. Later events are stored again, so the document service must stop reporting
 * the document first.
 */
@Injectable()
export class ErasureService {
  private readonly log = new Logger('Erasure');

  constructor(private readonly erasures: ErasureRepository) {}

  /** Erases a document's data, including data that has arrived since an earlier erasure. The record names `askedBy`. */
  async erase(typeId: string, companyId: number | null, askedBy: string): Promise<Erased> {
    const typeIdHash = createHash('sha256').update(typeId).digest();
    return await this.erasures.erase({ typeId, companyId, typeIdHash, askedBy });
  }

  @Cron('40 */5 * * * *', { timeZone: 'UTC' })
  async removeLateOutcomes(): Promise<void> {
    try {
      await this.erasures.removeLateOutcomes();
    } catch (error) {
      this.log.warn(`Late outcomes of erased events could not be removed: ${String(error)}`);
    }
  }
}
