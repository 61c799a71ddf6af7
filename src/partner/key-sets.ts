import { Injectable, Logger } from '@nestjs/common';
import {
  type CompactJWSHeaderParameters,
  createLocalJWKSet,
  type CryptoKey,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type LocalJWKSet,
} from 'jose';
import { Clock } from '../shared/clock.js';
import { outsideRequest } from '../shared/logging/request-context.js';
import { Unavailable } from '../shared/domain/errors.js';
import { EgressHttp } from '../shared/egress/egress-http.js';

const FRESH_FOR_MS = 600_000;
const COOL_DOWN_MS = 30_000;
const MAX_SETS = 1_000;

interface KeySet {
  readonly url: string;
  keys: LocalJWKSet | null;
  fetchedAt: number;
  triedAt: number;
  fetching: Promise<void> | null;
}

/**
 * The public keys of partners' identity providers (JWKS, RFC 7517). They are kept for ten minutes, and fetched again if
 * a token names an unknown key, but at most once in half a minute for each address. While a provider does not answer,
 * its last keys stay in use. If these do not include the key of a token, the token can be neither accepted nor
 * refused, so the answer is 503 (Unavailable) and not 401.
 */
@Injectable()
export class KeySets {
  private readonly log = new Logger('KeySets');
  private readonly sets = new Map<string, KeySet>();

  constructor(
    private readonly http: EgressHttp,
    private readonly clock: Clock,
  ) {}

  /**
   * The key at `url` for the signature of a token with this header.
   * @throws Unavailable when the keys cannot be fetched
   * @throws errors.JOSEError when the provider does not have the key
   */
  async find(url: string, header: CompactJWSHeaderParameters, input: FlattenedJWSInput): Promise<CryptoKey> {
    const set = this.setOf(url);
    if (this.now() - set.fetchedAt >= FRESH_FOR_MS) await this.refresh(set);
    const found = await this.select(set, header, input);
    if (!(found instanceof errors.JWKSNoMatchingKey)) return found;
    await this.refresh(set);
    // A provider that answered does not have the key. One that did not answer may have it.
    if (set.fetchedAt < set.triedAt) throw this.unavailable(set);
    const foundNow = await this.select(set, header, input);
    if (foundNow instanceof errors.JWKSNoMatchingKey) throw foundNow;
    return foundNow;
  }

  private async select(
    set: KeySet,
    header: CompactJWSHeaderParameters,
    input: FlattenedJWSInput,
  ): Promise<CryptoKey | errors.JWKSNoMatchingKey> {
    if (set.keys === null) throw this.unavailable(set);
    try {
      return await set.keys(header, input);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return error;
      const isOfToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid);
      if (isOfToken) throw error;
      this.log.warn(`A key of ${set.url} cannot be used: ${reasonOf(error)}`);
      throw this.unavailable(set);
    }
  }

  /** Fetches the keys again unless they were tried recently. Sets `fetchedAt` only if the provider answers. */
  private refresh(set: KeySet): Promise<void> {
    if (set.fetching === null && this.now() - set.triedAt < COOL_DOWN_MS) return Promise.resolve();
    set.fetching ??= outsideRequest(() => this.fetch(set)).finally(() => {
      set.fetching = null;
    });
    return set.fetching;
  }

  private async fetch(set: KeySet): Promise<void> {
    const startedAt = this.now();
    try {
      const { status, body } = await this.http.get(set.url, {
        accept: 'application/jwk-set+json, application/json',
      });
      if (status !== 200) throw new Error(`the status is ${status}`);
      set.keys = createLocalJWKSet(JSON.parse(body) as JSONWebKeySet);
      set.fetchedAt = startedAt;
    } catch (error) {
      this.log.warn(`The keys at ${set.url} cannot be fetched: ${reasonOf(error)}`);
    } finally {
      set.triedAt = startedAt;
    }
  }

  private setOf(url: string): KeySet {
    const known = this.sets.get(url);
    if (known !== undefined) return known;
    const [oldest] = this.sets.keys();
    if (this.sets.size >= MAX_SETS && oldest !== undefined) this.sets.delete(oldest);
    const set = { url, keys: null, fetchedAt: -Infinity, triedAt: -Infinity, fetching: null };
    this.sets.set(url, set);
    return set;
  }

  private unavailable({ triedAt }: KeySet): Unavailable {
    const seconds = Math.ceil((triedAt + COOL_DOWN_MS - this.now()) / 1_000);
    return new Unavailable(
      'The keys of the identity provider cannot be fetched at the moment.',
      Math.max(1, seconds),
    );
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown reason';
}
