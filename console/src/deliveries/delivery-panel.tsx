import { useWords } from '../i18n/words';
import { ofDelivery } from '../outcomes/outcomes';
import { StateBadge } from '../parts/badge';
import { Loaded } from '../parts/loaded';
import { SidePanel } from '../parts/side-panel';
import { addressOf } from '../routing/place';
import { DeliveryContent } from './delivery-content';
import { useDelivery } from './delivery-calls';
import { deliveriesTexts } from './words';

/** One delivery beside its list. */
export function DeliveryPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useWords(deliveriesTexts);
  const query = useDelivery(id);
  const { data } = query;
  return (
    <SidePanel
      title={data?.typeId ?? t.delivery}
      badges={data !== undefined && <StateBadge state={ofDelivery.state(data)} />}
      page={addressOf(['deliveries', id])}
      onClose={onClose}
    >
      <Loaded query={query}>{(delivery) => <DeliveryContent delivery={delivery} />}</Loaded>
    </SidePanel>
  );
}
