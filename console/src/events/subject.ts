import type { Schema } from '../api/client';
import { words } from '../i18n/words';
import { eventsTexts } from './words';

type Subject = Pick<Schema<'LoggedEvent'>, 'type' | 'typeId'> & Partial<Pick<Schema<'LoggedEvent'>, 'data'>>;

/** The subject of an event: the id of a document, or the name of another object. */
export function subjectOf({ type, typeId, data }: Subject): string {
  const t = words(eventsTexts);
  if (type.startsWith('webhookSubscription.')) return t.subscription(typeId);
  if (type.startsWith('emailTemplate.')) return t.template(typeId);
  if (type.startsWith('email.')) return t.email(typeof data?.to === 'string' ? data.to : typeId);
  return typeId;
}
