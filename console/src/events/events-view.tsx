import { usePlace } from '../routing/place';
import { EventList } from './event-list';
import { EventPage } from './event-page';

/** The list of events, or one event as a page. */
export function EventsView() {
  const { segments } = usePlace();
  const [id] = segments;
  return id === undefined ? <EventList /> : <EventPage key={id} id={id} />;
}
