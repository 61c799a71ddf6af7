import type { DeliveryKey } from '../../../src/delivery/domain/delivery-key.js';
import { RetryPolicy } from '../../../src/queue/domain/retry-policy.js';
import { WebhookSubscription } from '../../../src/webhook-subscription/domain/webhook-subscription.js';
import { CompletionsInMemory } from '../database/completions-in-memory.js';
import type { PlantedBug } from './planted-bug.js';

class UnfencedCompletions extends CompletionsInMemory {
  protected override isOwned(): boolean {
    return true;
  }
}

class CompletionsWrittenTwice extends CompletionsInMemory {
  protected override isSettled(): boolean {
    return false;
  }
}

class MercifulCompletions extends CompletionsInMemory {
  protected override deleteExhausted(): void {}
}

class OneRuleForAll extends CompletionsInMemory {
  protected override afterExhaustion(present: WebhookSubscription, _: boolean, now: Date) {
    return present.delete('retries_exhausted', now);
  }
}

class SparingCompletions extends CompletionsInMemory {
  protected override afterExhaustion(present: WebhookSubscription, isAnsweredSince: boolean, now: Date) {
    return isAnsweredSince ? present : present.exhausted(isAnsweredSince, now);
  }
}

class AnswersOfAllTimes extends CompletionsInMemory {
  protected override isAnsweredSince({ subscriptionId }: DeliveryKey): boolean {
    return this.tables.logOfSubscription(subscriptionId).some(({ isValid }) => isValid);
  }
}

class OneAttemptTooMany extends RetryPolicy {
  override delayAfter(failures: number, retryAfterMs?: number): number | null {
    return super.delayAfter(failures, retryAfterMs) ?? super.delayAfter(failures - 1, retryAfterMs);
  }
}

class OneAttemptTooFew extends RetryPolicy {
  override delayAfter(failures: number, retryAfterMs?: number): number | null {
    return super.delayAfter(failures + 1) === null ? null : super.delayAfter(failures, retryAfterMs);
  }
}

class ConstantDelay extends RetryPolicy {
  override delayAfter(failures: number, retryAfterMs?: number): number | null {
    return super.delayAfter(failures) === null ? null : super.delayAfter(1, retryAfterMs);
  }
}

class DeafToRetryAfter extends RetryPolicy {
  override delayAfter(failures: number): number | null {
    return super.delayAfter(failures);
  }
}

/** Mistakes in the treatment of outcomes. */
export const PLANTED_OUTCOME_BUGS: readonly PlantedBug[] = [
  {
    name: 'outcomes are written without a fence',
    scenario: { weather: 'freezes' },
    plant: { completions: UnfencedCompletions },
  },
  {
    name: 'there is one attempt too many',
    scenario: { weather: 'calm' },
    plant: { policy: OneAttemptTooMany },
  },
  {
    name: 'there is one attempt too few',
    scenario: { weather: 'calm' },
    plant: { policy: OneAttemptTooFew },
  },
  { name: 'all delays are the same', scenario: { weather: 'calm' }, plant: { policy: ConstantDelay } },
  {
    name: 'Retry-After is ignored',
    scenario: { weather: 'calm' },
    plant: { policy: DeafToRetryAfter },
  },
  {
    name: 'an exhausted delivery does not delete its subscription',
    scenario: { weather: 'calm' },
    plant: { completions: MercifulCompletions },
  },
  {
    name: 'a failed delivery deletes a subscription whose endpoint answers others',
    scenario: { weather: 'calm', hasEndpointRules: true },
    plant: { completions: OneRuleForAll },
  },
  {
    name: 'a failed delivery spares a subscription with deleteWhen "deliveryFailed"',
    scenario: { weather: 'calm', hasEndpointRules: true },
    plant: { completions: SparingCompletions },
  },
  {
    name: 'answers before the first attempt of a delivery spare its subscription',
    scenario: { weather: 'calm', hasEndpointRules: true },
    plant: { completions: AnswersOfAllTimes },
  },
  {
    name: 'a late outcome of a first attempt undoes later ones',
    firstSeed: 101,
    scenario: { weather: 'database' },
    plant: { completions: CompletionsWrittenTwice },
  },
];
