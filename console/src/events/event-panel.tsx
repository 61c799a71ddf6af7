import { useWords } from '../i18n/words';
import { SidePanel } from '../parts/side-panel';
import { FailedState, SkeletonRows } from '../parts/states';
import { addressOf } from '../routing/place';
import { useEvent } from './event-calls';
import { EventContent } from './event-content';
import { eventsTexts } from './words';

/** One event beside its list. */
export function EventPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useWords(eventsTexts);
  const { data, error, refetch } = useEvent(id);
  return (
    <SidePanel title={data?.typeId ?? t.event} page={addressOf(['events', id])} onClose={onClose}>
      {data === undefined && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows />}
      {data !== undefined && <EventContent event={data} />}
    </SidePanel>
  );
}
