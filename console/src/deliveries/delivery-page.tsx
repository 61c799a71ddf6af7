import { useWords } from '../i18n/words';
import { ofDelivery } from '../outcomes/outcomes';
import { StateBadge } from '../parts/badge';
import { LinkButton } from '../parts/button';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { addressOf } from '../routing/place';
import { DeliveryContent } from './delivery-content';
import { useDelivery } from './delivery-calls';
import { deliveriesTexts } from './words';

/** One delivery as a page. */
export function DeliveryPage({ id }: { readonly id: string }) {
  const t = useWords(deliveriesTexts);
  const query = useDelivery(id);
  const { data } = query;
  return (
    <Page
      title={t.delivery}
      badges={data !== undefined && <StateBadge state={ofDelivery.state(data)} />}
      about={data !== undefined && `${data.type} · ${data.typeId}`}
    >
      <Loaded query={query} action={<LinkButton href={addressOf(['deliveries'])}>{t.title}</LinkButton>}>
        {(delivery) => <DeliveryContent delivery={delivery} />}
      </Loaded>
    </Page>
  );
}
