import { usePlace } from '../routing/place';
import { SentList } from './sent-list';
import { SentPage } from './sent-page';

/** The log of emails, or one of them as a page. */
export function SentView() {
  const { segments } = usePlace();
  const [id] = segments;
  return id === undefined ? <SentList /> : <SentPage key={id} id={id} />;
}
