import { Injectable } from '@nestjs/common';
import { Metrics } from '../../shared/metrics/metrics.js';

const MILLISECONDS_TO_MINUTES = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
];

/** Metrics of events and deliveries, counted by ServiceObserver. Described in docs/metrics.md. */
@Injectable()
export class DeliveryMetrics {
  readonly events;
  readonly repeatedEvents;
  readonly plannedDeliveries;
  readonly endedDeliveries;
  readonly attempts;
  readonly attemptSeconds;
  readonly firstAttemptSeconds;
  readonly leasesTakenOver;
  readonly lanesTakenOver;
  readonly subscriptionsDeleted;

  constructor(metrics: Metrics) {
    this.events = metrics.counter({
      name: 'livery_events_total',
      help: 'Events accepted, each once.',
      labelNames: ['type'],
    });
    this.repeatedEvents = metrics.counter({
      name: 'livery_events_repeated_total',
      help: 'Events that had been accepted before, by their id.',
    });
    this.plannedDeliveries = metrics.counter({
      name: 'livery_deliveries_planned_total',
      help: 'Deliveries that followed from accepted events.',
    });
    this.endedDeliveries = metrics.counter({
      name: 'livery_deliveries_ended_total',
      help: 'Deliveries that this process brought to an end.',
      labelNames: ['status'],
    });
    this.attempts = metrics.counter({
      name: 'livery_attempts_total',
      help: 'Attempts to deliver.',
      labelNames: ['result', 'error'],
    });
    this.attemptSeconds = metrics.histogram(
      {
        name: 'livery_attempt_duration_seconds',
        help: 'Time from the beginning of an attempt to its answer or failure.',
      },
      MILLISECONDS_TO_MINUTES,
    );
    this.firstAttemptSeconds = metrics.histogram(
      {
        name: 'livery_first_attempt_delay_seconds',
        help: 'Time from the acceptance of an event to the beginning of the first attempt of each of its deliveries.',
      },
      MILLISECONDS_TO_MINUTES,
    );
    this.leasesTakenOver = metrics.counter({
      name: 'livery_leases_taken_over_total',
      help: 'Attempts claimed after the lease of another claim had run out.',
    });
    this.lanesTakenOver = metrics.counter({
      name: 'livery_lanes_taken_over_total',
      help: 'Lanes taken over from processes that had died.',
    });
    this.subscriptionsDeleted = metrics.counter({
      name: 'livery_subscriptions_deleted_total',
      help: 'Webhook subscriptions deleted because a delivery used up all its retries.',
    });
  }
}
