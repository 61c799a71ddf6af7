import { Injectable } from '@nestjs/common';
import { CellsService } from '../cell/cells.service.js';
import { Clock } from '../shared/clock.js';
import { Conflict, InvalidInput, NotFound } from '../shared/domain/errors.js';
import { requireMatch } from '../shared/http/if-match.js';
import { Page, type ListQuery } from '../shared/http/page.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { digestOfApiKey, isApiKeyText, newApiKeyText } from './domain/api-key-text.js';
import { ApiKey, type ApiKeyOptions } from './domain/api-key.js';
import { AuthenticatedPartner } from './domain/authenticated-partner.js';
import { PartnerService } from './partner.service.js';

/** The number of valid keys up to which a partner may make more. Operators are not limited. */
const MAX_KEYS = 100;

/** The API keys of partners. */
@Injectable()
export class ApiKeyService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly partners: PartnerService,
    private readonly cells: CellsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates a key. Its text is returned here only and is not stored.
   * @throws NotFound for an unknown partner
   * @throws InvalidInput for an expiry that has passed
   */
  async issue(partnerId: number, options: ApiKeyOptions): Promise<{ key: ApiKey; text: string }> {
    const now = this.clock.now();
    if (options.expiresAt !== null && options.expiresAt <= now) {
      throw new InvalidInput([
        { pointer: '/expiresAt', code: 'out_of_range', message: 'Must lie in the future.' },
      ]);
    }
    const partner = await this.partners.find(partnerId);
    const text = newApiKeyText(this.cells.nameInTokens);
    const key = ApiKey.issue(await this.keys.nextId(), partner.id, options, digestOfApiKey(text), now);
    await this.keys.add(key);
    return { key, text };
  }

  /**
   * Creates a key for the partner that asks for it. Concurrent requests may exceed the limit.
   * @throws InvalidInput for an expiry that has passed
   * @throws Conflict `limit_reached`
   */
  async issueForPartner(partnerId: number, options: ApiKeyOptions): Promise<{ key: ApiKey; text: string }> {
    if ((await this.keys.countValid(partnerId, this.clock.now())) >= MAX_KEYS) {
      throw new Conflict(
        'limit_reached',
        `A partner may have ${MAX_KEYS} API keys. Revoke one that is not needed.`,
      );
    }
    return this.issue(partnerId, options);
  }

  /** A partner's keys, oldest first; with `deleted` the revoked ones. @throws NotFound for an unknown partner */
  async list(partnerId: number, { limit, afterId, deleted }: ListQuery): Promise<Page<ApiKey>> {
    const { id } = await this.partners.find(partnerId);
    const found = await this.keys.list(id, afterId, limit + 1, deleted);
    return Page.of(
      found,
      limit,
      (key) => String(key.id),
      (key) => key,
    );
  }

  /** @throws NotFound for an unknown partner and for an unknown or revoked key */
  async find(partnerId: number, id: number): Promise<ApiKey> {
    const partner = await this.partners.find(partnerId);
    const key = await this.keys.find(partner.id, id);
    if (key === null) throw NotFound.of('API key', id);
    return key;
  }

  /**
   * Revokes a key. Every process refuses it from the next request on. There is no undo.
   * @throws NotFound for an unknown partner, and an unknown or revoked key
   * @throws PreconditionFailed
   */
  async revoke(partnerId: number, id: number, ifMatch: string | null): Promise<void> {
    const partner = await this.partners.find(partnerId);
    const revoked = await this.keys.change(partner.id, id, (key) => {
      requireMatch(ifMatch, key.tag);
      return key.revoke(this.clock.now());
    });
    if (revoked === null) throw NotFound.of('API key', id);
  }

  /**
   * The partner that a key belongs to; null if the key is malformed, unknown, revoked or expired or its partner
   * deleted. Nothing is cached, so a revocation takes effect with the next request.
   */
  async authenticate(text: string): Promise<AuthenticatedPartner | null> {
    if (!isApiKeyText(text)) return null;
    const found = await this.keys.findByHash(digestOfApiKey(text));
    const now = this.clock.now();
    if (found === null || !found.key.isValid(now)) return null;
    const { key, partner } = found;
    if (key.shouldRecordUse(now)) await this.keys.recordUse(key, now);
    return new AuthenticatedPartner(partner.id, partner.name, partner.features, key.scopes, {
      kind: key.isSession ? 'console' : 'apiKey',
      id: key.id,
      name: key.label,
    });
  }
}
