import { queryOptions } from '@tanstack/react-query';
import { allOf, type Answer, answerOf, api, ifMatch, type Schema } from '../api/client';
import { queryClient } from '../api/query-client';
import { words } from '../i18n/words';
import { settingsTexts } from './words';

export type Contact = Schema<'Contact'>;
export type NoticeName = Contact['notices'][number];

/** The notices of a contact. */
export interface ContactChoice {
  readonly email: string;
  readonly language: 'en' | 'sv';
  readonly notices: readonly NoticeName[];
}

const PAGE = 500;

export const contactsQuery = queryOptions({
  queryKey: ['contact', 'all'],
  queryFn: ({ signal }) =>
    allOf((cursor): Promise<Answer<readonly Contact[]>> =>
      answerOf(
        api.GET('/partner/contact', {
          params: { query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } },
          signal,
        }),
      ),
    ),
});

export async function addContact({ email, language, notices }: ContactChoice): Promise<void> {
  await answerOf(api.POST('/partner/contact', { body: { email, language, notices: [...notices] } }));
  await readAgain();
}

/** Changes a contact, but does not overwrite changes by others. */
export async function changeContact(id: number, choice: ContactChoice, tag: string | null): Promise<void> {
  const { email, language, notices } = choice;
  await answerOf(
    api.PUT('/partner/contact/{id}', {
      params: { path: { id } },
      body: { email, language, notices: [...notices] },
      ...ifMatch(tag),
    }),
  );
  await readAgain();
}

/** Sends another link to the owner of an unconfirmed address. */
export async function askContactAgain(id: number): Promise<void> {
  await answerOf(api.POST('/partner/contact/{id}/confirmation', { params: { path: { id } } }));
  await readAgain();
}

export async function deleteContact(id: number): Promise<void> {
  await answerOf(api.DELETE('/partner/contact/{id}', { params: { path: { id } } }));
  await readAgain();
}

/** The version of a contact that a change is based on. */
export async function tagOf(id: number): Promise<string | null> {
  return (await answerOf(api.GET('/partner/contact/{id}', { params: { path: { id } } }))).tag;
}

/** All notices with their texts, the most important first. */
export function noticeTexts(): readonly (readonly [NoticeName, string])[] {
  const t = words(settingsTexts);
  return [
    ['subscription.atRisk', t.atRisk],
    ['subscription.failing', t.failing],
    ['subscription.deleted', t.deleted],
    ['emailTemplate.fallback', t.fallback],
    ['email.bounced', t.bounced],
  ];
}

function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['contact'] });
}
