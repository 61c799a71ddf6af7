import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database.js';
import { Settings } from '../shared/settings.js';
import { addressOrNetwork } from './domain/client-address.js';
import { RateLimit } from './rate-limit.js';

const MOST_REFUSED_ADDRESSES = 10_000;
const TOO_MANY_FAILURES = 'Too many credentials from this address were not valid.';

/** Bounds how often a partner calls, and how often an address may fail to prove who it is. */
@Injectable()
export class RateLimitService {
  private readonly partners: RateLimit | null;
  private readonly addresses: RateLimit | null;
  /** Addresses that have failed too often, for as long as they are refused, and until when (as performance.now). */
  private readonly refused = new LRUCache<string, number>({ max: MOST_REFUSED_ADDRESSES });

  constructor({ rateLimitPerPartner, rateLimitPerAddress }: Settings, database: Database) {
    this.partners =
      rateLimitPerPartner === 0 ? null : new RateLimit('partner', rateLimitPerPartner, database);
    this.addresses =
      rateLimitPerAddress === 0 ? null : new RateLimit('address', rateLimitPerAddress, database);
  }

  /**
   * Counts a request of a partner; answers the headers that tell where it stands.
   * @throws HttpFault 429 when the partner has used up its minute
   */
  async countRequest(partnerId: number): Promise<Readonly<Record<string, string>>> {
    if (this.partners === null) return {};
    const counted = await this.partners.count(String(partnerId));
    if (!('exceededForMs' in counted)) return this.partners.headers(counted);
    throw this.partners.refusal('This partner has made too many requests.', counted.exceededForMs);
  }

  /**
   * To be asked before a credential is looked at: of an address that has failed too often not even a good one is, or
   * else it could go on guessing.
   * @throws HttpFault 429
   */
  requireGoodStanding(address: string): void {
    const leftMs = (this.refused.get(addressOrNetwork(address)) ?? 0) - performance.now();
    if (this.addresses !== null && leftMs > 0) throw this.addresses.refusal(TOO_MANY_FAILURES, leftMs);
  }

  /** Counts a credential that opened nothing. @throws HttpFault 429 when it is one too many */
  async countFailure(address: string): Promise<void> {
    if (this.addresses === null) return;
    const key = addressOrNetwork(address);
    const counted = await this.addresses.count(key);
    if (!('exceededForMs' in counted)) return;
    this.refused.set(key, performance.now() + counted.exceededForMs);
    throw this.addresses.refusal(TOO_MANY_FAILURES, counted.exceededForMs);
  }
}
