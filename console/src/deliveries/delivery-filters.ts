import { eventTypes } from '../api/catalogue';
import { useWords } from '../i18n/words';
import { ofDelivery } from '../outcomes/outcomes';
import type { Filter } from '../parts/filters';
import { useSubscriptionNames } from './delivery-calls';
import { deliveriesTexts } from './words';

const STATES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;

/** The filters of deliveries. `isOfOne`: those within one subscription. */
export function useDeliveryFilters({ isOfOne = false } = {}): readonly Filter[] {
  const t = useWords(deliveriesTexts);
  const { data: subscriptions = [] } = useSubscriptionNames();
  const status: Filter = {
    name: 'status',
    label: t.status,
    kind: STATES.map((status) => [status, ofDelivery.state({ status, attemptCount: 0 }).text] as const),
  };
  const times: readonly Filter[] = [
    { name: 'typeId', label: t.document, kind: 'text' },
    { name: 'companyId', label: t.company, kind: 'id' },
    { name: 'since', label: t.since, kind: 'time' },
    { name: 'until', label: t.until, kind: 'time' },
  ];
  if (isOfOne) return [status, ...times];
  const names = subscriptions.map(({ id, type, isDeleted }) => {
    const name = `${type} #${id}`;
    return [String(id), isDeleted ? t.deleted(name) : name] as const;
  });
  return [
    status,
    // The address can contain an id that is not among those loaded.
    { name: 'subscriptionId', label: t.subscription, kind: names.length > 0 ? names : 'id' },
    { name: 'type', label: t.event, kind: eventTypes.map(({ type }) => [type, type] as const) },
    ...times,
  ];
}
