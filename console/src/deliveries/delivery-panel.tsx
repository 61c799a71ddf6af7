import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { SidePanel } from '../parts/side-panel';
import { FailedState, SkeletonRows } from '../parts/states';
import { addressOf } from '../routing/place';
import { DeliveryContent } from './delivery-content';
import { useDelivery } from './delivery-calls';
import { stateOf } from './outcome';
import { deliveriesTexts } from './words';

/** One delivery beside its list. */
export function DeliveryPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useWords(deliveriesTexts);
  const { data, error, refetch } = useDelivery(id);
  const state = data === undefined ? null : stateOf(data);
  return (
    <SidePanel
      title={data === undefined ? t.delivery : data.typeId}
      badges={state !== null && <Badge tone={state.tone}>{state.text}</Badge>}
      page={addressOf(['deliveries', id])}
      onClose={onClose}
    >
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && <DeliveryContent delivery={data} />}
    </SidePanel>
  );
}
