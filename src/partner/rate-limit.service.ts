import type { ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { unauthorized } from '../shared/http/http-fault.js';
import { recentlyUsed } from '../shared/recently-used.js';
import { Settings } from '../shared/settings.js';
import { addressOrNetwork } from './domain/client-address.js';
import type { ServiceToken } from './domain/service-token.js';
import { RateLimit } from './rate-limit.js';
import { RequestPace } from './request-pace.js';
import { RequestsInProgress } from './requests-in-progress.js';

const MAX_REFUSED_ADDRESSES = 10_000;
const TOO_MANY_FAILURES = 'Too many invalid credentials have come from this address.';

/** Limits the requests of a partner per minute and in progress, and the failed authentications of an address. */
@Injectable()
export class RateLimitService {
  private readonly partners: RateLimit | null;
  private readonly addresses: RateLimit | null;
  /** The end of the refusal, as performance.now, for each address that has failed too often. */
  private readonly refused = recentlyUsed<string, number>(MAX_REFUSED_ADDRESSES);

  private readonly inProgress = new RequestsInProgress();
  private readonly pace: RequestPace | null;

  constructor({ rateLimitPerPartner, rateLimitPerAddress }: Settings, database: Database) {
    this.partners =
      rateLimitPerPartner === 0 ? null : new RateLimit('partner', rateLimitPerPartner, database);
    this.pace = rateLimitPerPartner === 0 ? null : new RequestPace(rateLimitPerPartner);
    this.addresses =
      rateLimitPerAddress === 0 ? null : new RateLimit('address', rateLimitPerAddress, database);
  }

  /**
   * Counts a request of a partner as in progress until its response closes, and waits until it may begin.
   * @throws HttpFault 429 if too many are in progress
   */
  async enter(partnerId: number, response: ServerResponse): Promise<void> {
    await this.inProgress.enter(partnerId, response);
    await this.pace?.turn(partnerId);
  }

  /** Stops counting a request as in progress although its response continues: a stream has its own limit. */
  leave(response: ServerResponse): void {
    this.inProgress.leave(response);
  }

  /**
   * Counts a request of a partner. Returns the headers with its remaining requests.
   * @throws HttpFault 429 when the partner has used up its minute
   */
  async countRequest(partnerId: number): Promise<Readonly<Record<string, string>>> {
    if (this.partners === null) return {};
    const counted = await this.partners.count(String(partnerId));
    if (!('exceededForMs' in counted)) return this.partners.headers(counted);
    throw this.partners.refusal('This partner has made too many requests.', counted.exceededForMs);
  }

  /**
   * Refuses an address that has failed too often. Call it before a credential is checked: if a valid one were accepted,
   * the caller could go on guessing.
   * @throws HttpFault 429
   */
  requireGoodStanding(address: string): void {
    const leftMs = this.refusedForMs(address);
    if (this.addresses !== null && leftMs > 0) throw this.addresses.refusal(TOO_MANY_FAILURES, leftMs);
  }

  /** True while credentials from this address are refused without being checked. */
  isRefused(address: string): boolean {
    return this.refusedForMs(address) > 0;
  }

  /**
   * Requires a token from the settings in an Authorization header, and counts wrong ones.
   * @param name of the token, for the answer
   * @throws HttpFault 401, or 429 after too many wrong credentials from this address
   */
  async requireToken(
    token: ServiceToken,
    authorization: string | undefined,
    address: string,
    name: string,
  ): Promise<void> {
    this.requireGoodStanding(address);
    if (token.isIn(authorization)) return;
    await this.countFailure(address);
    throw unauthorized(name);
  }

  /** Counts an invalid credential. @throws HttpFault 429 if there have been too many */
  async countFailure(address: string): Promise<void> {
    if (this.addresses === null) return;
    const key = addressOrNetwork(address);
    const counted = await this.addresses.count(key);
    if (!('exceededForMs' in counted)) return;
    this.refused.set(key, performance.now() + counted.exceededForMs);
    throw this.addresses.refusal(TOO_MANY_FAILURES, counted.exceededForMs);
  }

  private refusedForMs(address: string): number {
    return this.refused.size === 0
      ? 0
      : (this.refused.get(addressOrNetwork(address)) ?? 0) - performance.now();
  }
}
