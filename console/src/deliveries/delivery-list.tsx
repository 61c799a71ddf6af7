import { useWords } from '../i18n/words';
import { LogPage } from '../list/log-page';
import { chosenFilters } from '../parts/filters';
import { usePlace } from '../routing/place';
import { useCanWrite } from '../session/scopes';
import { useDeliveryFilters } from './delivery-filters';
import { DeliveryTable } from './delivery-table';
import { RetryAll } from './retry-all';
import { deliveriesTexts } from './words';

/** All deliveries, newest first, with filters in the address. */
export function DeliveryList() {
  const t = useWords(deliveriesTexts);
  const { parameters } = usePlace();
  const filters = useDeliveryFilters();
  const chosen = chosenFilters(parameters, filters);
  const isFiltered = Object.keys(chosen).length > 0;
  return (
    <LogPage
      title={t.title}
      about={t.about}
      filters={filters}
      canFail
      presets={[[t.retryingNow, { status: 'pending' }]]}
      actions={useCanWrite() && isFiltered && <RetryAll chosen={chosen} filters={filters} />}
    >
      {(isLive) => <DeliveryTable filters={chosen} isLive={isLive} />}
    </LogPage>
  );
}
