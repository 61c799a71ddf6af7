import { BrokerTrialService } from '../../event/source/broker-trial.service.js';
import type { Settings } from '../../shared/settings.js';
import { type Finding, ok, wrong } from './finding.js';

/** Checks whether events can be taken from the broker: connection, account, the queue or topic and its dead letters. */
export async function eventSourceFindings({
  eventSource,
}: Pick<Settings, 'eventSource'>): Promise<Finding[]> {
  if (eventSource === null) {
    return [ok('event source', 'EVENT_SOURCE is not set: events come over HTTP.')];
  }
  const trial = await new BrokerTrialService(eventSource).run();
  if (trial.kind === 'ready') {
    return [
      ok('event source', `There is ${trial.name}, and ${eventSource.deadLetters} for what is refused.`),
    ];
  }
  return [
    wrong(
      'event source',
      `No events can be taken from ${trial.name}: ${sentence(trial.reason)}`,
      'Look at EVENT_SOURCE, EVENT_SOURCE_NAME and EVENT_SOURCE_DEAD_LETTERS; Livery makes no queues or topics itself.',
    ),
  ];
}

function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
