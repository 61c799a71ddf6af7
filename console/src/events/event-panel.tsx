import { useWords } from '../i18n/words';
import { Loaded } from '../parts/loaded';
import { SidePanel } from '../parts/side-panel';
import { addressOf } from '../routing/place';
import { useEvent } from './event-calls';
import { EventContent } from './event-content';
import { eventsTexts } from './words';

/** One event beside its list. */
export function EventPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useWords(eventsTexts);
  const query = useEvent(id);
  return (
    <SidePanel title={query.data?.typeId ?? t.event} page={addressOf(['events', id])} onClose={onClose}>
      <Loaded query={query}>{(event) => <EventContent event={event} />}</Loaded>
    </SidePanel>
  );
}
