import { BrokerCheckService } from '../../event/source/broker-check.service.js';
import type { Settings } from '../../shared/settings.js';
import { type Finding, ok, wrong } from './finding.js';

/** Checks whether the broker can supply events: connection, account, the queue or topic and its dead letters. */
export async function eventSourceFindings({
  eventSource,
}: Pick<Settings, 'eventSource'>): Promise<Finding[]> {
  if (eventSource === null) {
    return [ok('event source', 'EVENT_SOURCE is not set: events come over HTTP.')];
  }
  const check = await new BrokerCheckService(eventSource).run();
  if (check.kind === 'ready') {
    return [
      ok('event source', `${check.name} can be read, and ${eventSource.deadLetters} takes refused messages.`),
    ];
  }
  return [
    wrong(
      'event source',
      `No events can be taken from ${check.name}: ${sentence(check.reason)}`,
      'Check EVENT_SOURCE, EVENT_SOURCE_NAME and EVENT_SOURCE_DEAD_LETTERS. Livery does not create queues or topics.',
    ),
  ];
}

function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}
