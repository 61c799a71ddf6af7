import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { type Erased, ErasureRepository } from './erasure.repository.js';

/**
 * Erases what is stored about a document, for the people it is about. Nothing more of it is sent: waiting attempts are
 * withdrawn wherever they wait, and one that is under way ends without a retry. An event that comes later is stored
 * again, so the document service must have stopped reporting before.
 */
@Injectable()
export class ErasureService {
  private readonly log = new Logger('Erasure');

  constructor(private readonly erasures: ErasureRepository) {}

  /** `askedBy` says in the record where the order came from. Erasing again erases what has arrived since. */
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
