import { isRange, queryOf } from '../overview/ranges';
import type { ViewName } from './view-loaders';

/** The call of every view: the partner of the session. */
const ALWAYS = '/partner/session';

/**
 * The first calls of the most frequent views. They must be exactly those of the view, or they are wasted:
 * `test/console/views.e2e-spec.ts` counts them.
 */
export function firstCalls(view: ViewName, segment: string, parameters: URLSearchParams): readonly string[] {
  if (view === 'overview') return [...overviewCalls(parameters.get('range') ?? ''), ALWAYS];
  if (view === 'templates' && /^\d+$/.test(segment)) {
    const template = `/partner/emailTemplate/${segment}`;
    return [template, '/partner/emailKind', '/partner/emailSnippet?limit=500', ALWAYS];
  }
  return [ALWAYS];
}

function overviewCalls(asked: string): readonly string[] {
  const query = new URLSearchParams(queryOf(isRange(asked) ? asked : 'h24'));
  return [
    '/partner/webhookSubscription?limit=500&deleted=false',
    '/partner/emailTemplateAssignment?limit=1',
    '/partner/email?limit=100',
    `/partner/statistics?${query.toString()}`,
    '/partner/event?limit=8',
  ];
}
