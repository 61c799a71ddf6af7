import { usePlace } from '../routing/place';
import { DeliveryList } from './delivery-list';
import { DeliveryPage } from './delivery-page';

/** The log of deliveries, or one of them as a page. */
export function DeliveriesView() {
  const { segments } = usePlace();
  const [id] = segments;
  return id === undefined ? <DeliveryList /> : <DeliveryPage key={id} id={id} />;
}
