import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';
import { useSubscriptions } from '../subscriptions/subscription-calls';
import type { Range } from './ranges';
import { useStatistics } from './statistics';

/** The number of recent emails that are checked for problems. */
const LAST_EMAILS = 100;
const LAST_EVENTS = 8;

/** Reads one assignment, which is enough to know whether there are any. */
export function useFirstAssignment() {
  return useQuery({
    queryKey: ['assignments', 'first'],
    queryFn: () => bodyOf(api.GET('/partner/emailTemplateAssignment', { params: { query: { limit: 1 } } })),
  });
}

export function useLastEmails() {
  return useQuery({
    queryKey: ['emails', 'faults'],
    queryFn: () => bodyOf(api.GET('/partner/email', { params: { query: { limit: LAST_EMAILS } } })),
  });
}

export function useLastEvents() {
  return useQuery({
    queryKey: ['events', 'last'],
    queryFn: () => bodyOf(api.GET('/partner/event', { params: { query: { limit: LAST_EVENTS } } })),
  });
}

/** `error`: nothing could be read. */
interface Readiness {
  readonly isReady: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * Makes all calls of the overview at once. It is ready when its parts of unknown height can be rendered, so that
 * nothing moves afterwards. Rendered parts repeat refused calls themselves. Meanwhile it stays ready, because otherwise
 * the parts would be removed, rendered and call again, without end.
 */
export function useReadiness(range: Range): Readiness {
  const subscriptions = useSubscriptions({ areDeleted: false });
  const assignment = useFirstAssignment();
  const emails = useLastEmails();
  const statistics = useStatistics(range);
  const events = useLastEvents();
  const hasNothing =
    (subscriptions.isLoading || (subscriptions.error !== null && subscriptions.items.length === 0)) &&
    assignment.data === undefined &&
    emails.data === undefined;
  const isPending = subscriptions.isLoading || assignment.isPending || emails.isPending;
  return {
    isReady: !hasNothing && subscriptions.isFetched && assignment.isFetched && emails.isFetched,
    error: hasNothing && !isPending ? subscriptions.error : null,
    retry: () => {
      subscriptions.reload();
      for (const { refetch } of [assignment, emails, statistics, events]) void refetch();
    },
  };
}
