import type { Schema } from '../api/client';
import { words } from '../i18n/words';
import { eventsTexts } from './words';

/** What an event is about, for people: the id of a document, or the name of what else it is. */
export function subjectOf({ type, typeId }: Pick<Schema<'LoggedEvent'>, 'type' | 'typeId'>): string {
  const t = words(eventsTexts);
  if (type.startsWith('webhookSubscription.')) return t.subscription(typeId);
  if (type.startsWith('emailTemplate.')) return t.template(typeId);
  return typeId;
}
