import { useWords } from '../i18n/words';
import { LinkButton } from '../parts/button';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { addressOf } from '../routing/place';
import { useEvent } from './event-calls';
import { EventContent } from './event-content';
import { eventsTexts } from './words';

/** One event as a page. */
export function EventPage({ id }: { readonly id: string }) {
  const t = useWords(eventsTexts);
  const query = useEvent(id);
  const { data } = query;
  return (
    <Page title={t.event} about={data !== undefined && `${data.type} · ${data.typeId}`}>
      <Loaded query={query} action={<LinkButton href={addressOf(['events'])}>{t.title}</LinkButton>}>
        {(event) => <EventContent event={event} />}
      </Loaded>
    </Page>
  );
}
