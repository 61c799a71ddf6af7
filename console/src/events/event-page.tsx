import { useWords } from '../i18n/words';
import { LinkButton } from '../parts/button';
import { Page } from '../parts/page';
import { FailedState, SkeletonRows } from '../parts/states';
import { addressOf } from '../routing/place';
import { useEvent } from './event-calls';
import { EventContent } from './event-content';
import { eventsTexts } from './words';

/** One event as a page. */
export function EventPage({ id }: { readonly id: string }) {
  const t = useWords(eventsTexts);
  const { data, error, refetch } = useEvent(id);
  return (
    <Page title={t.event} about={data !== undefined && `${data.type} · ${data.typeId}`}>
      {data === undefined && error !== null && (
        <FailedState
          error={error}
          onRetry={() => void refetch()}
          action={<LinkButton href={addressOf(['events'])}>{t.title}</LinkButton>}
        />
      )}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && <EventContent event={data} />}
    </Page>
  );
}
