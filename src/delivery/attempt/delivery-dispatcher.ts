import { Dispatcher } from '../../queue/dispatcher.js';
import type { Queueing } from '../../queue/queueing.js';
import type { PlannedAttempt } from '../domain/planned-attempt.js';

/** Deliveries wait by subscription. */
export const BY_SUBSCRIPTION: Queueing<PlannedAttempt> = {
  queueOf: ({ subscriptionId }) => subscriptionId,
  sizeOf: ({ body }) => body.length,
};

export type DeliveryDispatcher = Dispatcher<PlannedAttempt>;
