import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';
import { useSubscriptions } from '../subscriptions/subscription-calls';
import type { Range } from './ranges';
import { useStatistics } from './statistics';

/** Of these last emails, those with a fault are shown. */
const LAST_EMAILS = 100;
const LAST_EVENTS = 8;

/** Whether anything is assigned: the first assignment is enough to know. */
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

/**
 * Makes all calls of the overview at once. True when its parts of unknown height can be drawn: nothing that is seen
 * moves afterwards.
 */
export function useReadiness(range: Range): boolean {
  const subscriptions = useSubscriptions({ areDeleted: false });
  const assignment = useFirstAssignment();
  const emails = useLastEmails();
  useStatistics(range);
  useLastEvents();
  return !subscriptions.isLoading && !assignment.isPending && !emails.isPending;
}
