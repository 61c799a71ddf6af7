import { useWords } from '../i18n/words';
import { Badge } from '../parts/badge';
import { LinkButton } from '../parts/button';
import { Page } from '../parts/page';
import { FailedState, SkeletonRows } from '../parts/states';
import { addressOf } from '../routing/place';
import { DeliveryContent } from './delivery-content';
import { useDelivery } from './delivery-calls';
import { stateOf } from './outcome';
import { deliveriesTexts } from './words';

/** One delivery as a page. */
export function DeliveryPage({ id }: { readonly id: string }) {
  const t = useWords(deliveriesTexts);
  const { data, error, refetch } = useDelivery(id);
  const state = data === undefined ? null : stateOf(data);
  return (
    <Page
      title={t.delivery}
      badges={state !== null && <Badge tone={state.tone}>{state.text}</Badge>}
      about={data !== undefined && `${data.type} · ${data.typeId}`}
    >
      {data === undefined && error !== null && (
        <FailedState
          error={error}
          onRetry={() => void refetch()}
          action={<LinkButton href={addressOf(['deliveries'])}>{t.title}</LinkButton>}
        />
      )}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && <DeliveryContent delivery={data} />}
    </Page>
  );
}
