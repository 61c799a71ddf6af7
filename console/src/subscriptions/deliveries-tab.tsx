import { DeliveryTable } from '../deliveries/delivery-table';
import { useDeliveryFilters } from '../deliveries/delivery-filters';
import { RetryAll } from '../deliveries/retry-all';
import { chosenFilters, Filters } from '../parts/filters';
import { usePlace } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import styles from './deliveries-tab.module.css';

/** The deliveries of one subscription, with filters in the address. All that match can be retried. */
export function DeliveriesTab({ id }: { readonly id: number }) {
  const { parameters } = usePlace();
  const filters = useDeliveryFilters({ isOfOne: true });
  const every = useDeliveryFilters();
  const canWrite = useCanWrite();
  const chosen = { ...chosenFilters(parameters, filters), subscriptionId: String(id) };
  return (
    <>
      <div className={styles.head}>
        <Filters filters={filters} />
        {canWrite && <RetryAll chosen={chosen} filters={every} />}
      </div>
      <DeliveryTable filters={chosen} isLive isOfOne />
    </>
  );
}
