import { DeliveryTable } from '../deliveries/delivery-table';
import { useDeliveryFilters } from '../deliveries/delivery-filters';
import { chosenFilters, Filters } from '../parts/filters';
import { usePlace } from '../routing/place';

/** The deliveries of one subscription, under filters in the address. */
export function DeliveriesTab({ id }: { readonly id: number }) {
  const { parameters } = usePlace();
  const filters = useDeliveryFilters({ isOfOne: true });
  const chosen = { ...chosenFilters(parameters, filters), subscriptionId: String(id) };
  return (
    <>
      <Filters filters={filters} />
      <DeliveryTable filters={chosen} isLive isOfOne />
    </>
  );
}
