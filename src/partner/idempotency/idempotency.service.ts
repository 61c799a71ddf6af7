import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../../shared/clock.js';
import { Unprocessable } from '../../shared/domain/errors.js';
import { HttpFault } from '../../shared/http/http-fault.js';
import { SealedSecrets } from '../../shared/secrets/sealed-secrets.js';
import { IdempotencyKeyRepository, type UsedKey } from './idempotency-key.repository.js';

/** A sent answer, with all that is needed to send it again. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A key claimed by a running request. */
export interface Claim {
  readonly partnerId: number;
  readonly key: string;
  readonly claimedAt: Date;
}

const HOUR_MS = 60 * 60 * 1000;

/** Runs the first request with a key, and gives later requests with the key the same answer. */
@Injectable()
export class IdempotencyService {
  private readonly log = new Logger('Idempotency');

  constructor(
    private readonly keys: IdempotencyKeyRepository,
    private readonly secrets: SealedSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * The key if this request is the first to use it, otherwise the answer to the first one.
   * @throws HttpFault 409 while the first one is running, Unprocessable if this request differs from it
   */
  async begin(partnerId: number, key: string, requestHash: Buffer): Promise<Claim | StoredAnswer> {
    const claimedAt = this.clock.now();
    if (await this.keys.claim(partnerId, key, requestHash, claimedAt)) return { partnerId, key, claimedAt };
    const used = await this.keys.find(partnerId, key);
    // Its request has freed the key since the claim failed. There is no answer to repeat.
    if (used === null) throw inFlight();
    return this.answerOf(partnerId, key, used, requestHash);
  }

  /**
   * Stores the answer. A failure here is only logged: the work is done, and an error would make the caller repeat it.
   */
  async keep({ partnerId, key, claimedAt }: Claim, answer: StoredAnswer): Promise<void> {
    try {
      const sealed = this.secrets.seal(JSON.stringify(answer), placeOf(partnerId, key));
      await this.keys.keep(partnerId, key, claimedAt, answer.status, sealed);
    } catch (error) {
      this.log.warn(`An answer could not be stored under its idempotency key: ${String(error)}`);
    }
  }

  /** Frees the key, so that the same request may be tried again. */
  async free({ partnerId, key, claimedAt }: Claim): Promise<void> {
    try {
      await this.keys.free(partnerId, key, claimedAt);
    } catch (error) {
      this.log.warn(`An idempotency key could not be freed; it expires in a minute: ${String(error)}`);
    }
  }

  @Interval(HOUR_MS)
  async removeExpired(): Promise<void> {
    try {
      await this.keys.removeExpired(this.clock.now());
    } catch (error) {
      this.log.warn(`Expired idempotency keys could not be removed: ${String(error)}`);
    }
  }

  private answerOf(partnerId: number, key: string, used: UsedKey, requestHash: Buffer): StoredAnswer {
    if (!used.requestHash.equals(requestHash)) {
      throw new Unprocessable(
        'idempotency_key_reused',
        'This Idempotency-Key belongs to another request. Use a new key for each new request.',
      );
    }
    if (used.sealedAnswer === null) throw inFlight();
    return JSON.parse(this.secrets.open(used.sealedAnswer, placeOf(partnerId, key))) as StoredAnswer;
  }
}

function inFlight(): HttpFault {
  return new HttpFault(
    409,
    'idempotency_key_in_flight',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
    { headers: { 'Retry-After': '1' } },
  );
}

/** The associated data for the encryption of an answer, which may contain a secret such as a new signing secret. */
function placeOf(partnerId: number, key: string) {
  return { table: 'idempotency_key', row: key, column: 'sealed_answer', partnerId };
}
