import { usePlace } from '../routing/place';
import { EventCatalogue } from './event-catalogue';
import { NewSubscription } from './new-subscription';
import { SubscriptionList } from './subscription-list';
import { SubscriptionPage } from './subscription-page';

/** All subscriptions, the catalogue of events, a new subscription, or one of them with its tabs. */
export function SubscriptionsView() {
  const { segments } = usePlace();
  const [id, tab = 'overview'] = segments;
  if (id === undefined) return <SubscriptionList />;
  if (id === 'new') return <NewSubscription />;
  if (id === 'catalogue') return <EventCatalogue asked={segments[1]} />;
  return <SubscriptionPage key={id} id={Number(id)} tab={tab} />;
}
