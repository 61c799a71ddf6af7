import { usePlace } from '../routing/place';
import { NewSubscription } from './new-subscription';
import { SubscriptionList } from './subscription-list';
import { SubscriptionPage } from './subscription-page';

/** All subscriptions, a new one, or one of them with its tabs. */
export function SubscriptionsView() {
  const { segments } = usePlace();
  const [id, tab = 'overview'] = segments;
  if (id === undefined) return <SubscriptionList />;
  if (id === 'new') return <NewSubscription />;
  return <SubscriptionPage key={id} id={Number(id)} tab={tab} />;
}
