import { useQuery } from '@tanstack/react-query';
import { type Answer, answerOf, api, bodyOf, type Schema, underKey } from '../api/client';
import { isMissing } from '../api/refusal';
import { templatesQuery } from '../assignments/assignment-calls';

export type Email = Schema<'Email'>;
export type EmailDetail = Schema<'EmailDetail'>;
export type EmailAttempt = Schema<'EmailAttempt'>;

/** The filters of the log, by their names in the API. */
export type EmailFilters = Readonly<Record<string, string>>;

/** The parts of an email as last sent. */
export type ContentPart = 'html' | 'text' | 'headers';

const PAGE = 50;
/** The interval of checks of an email that has not ended. */
const LOOK_EVERY_MS = 3000;

/** A page of the log, newest first. */
export function emailsPage(
  filters: EmailFilters,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Answer<readonly Email[]>> {
  const query = { ...filters, limit: PAGE, ...(cursor !== undefined && { cursor }) };
  return answerOf(api.GET('/partner/email', { params: { query }, signal }));
}

/** An email with its attempts. It is read again until it has ended. */
export function useEmail(id: string) {
  return useQuery({
    queryKey: ['email', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/partner/email/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? LOOK_EVERY_MS : false),
  });
}

/** The HTML or text of an email as last sent; null if it is not kept. `attemptCount` changes with each attempt. */
export function useContent({ id, attemptCount }: EmailDetail, part: ContentPart, isWanted: boolean) {
  return useQuery({
    queryKey: ['emailContent', id, attemptCount, part],
    enabled: isWanted && attemptCount > 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      try {
        const path = `/partner/email/${encodeURIComponent(id)}/${part}`;
        return await (await underKey(new Request(path, { signal }))).text();
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  });
}

/** Lets the browser save the message as last sent. */
export async function downloadSource(id: string): Promise<void> {
  const answer = await underKey(new Request(`/partner/email/${encodeURIComponent(id)}/source`));
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${id}.eml`;
  link.click();
  URL.revokeObjectURL(address);
}

/** The templates that are not deleted, by id, with their names. */
export function useTemplateNames() {
  return useQuery({ ...templatesQuery, staleTime: 60_000, select: namesOf });
}

/** Sends the same content once more. */
export function resend(id: string, to: string): Promise<EmailDetail> {
  return bodyOf(api.POST('/partner/email/{id}/resend', { params: { path: { id } }, body: { to } }));
}

function namesOf(templates: readonly Schema<'EmailTemplate'>[]): ReadonlyMap<number, string> {
  return new Map(templates.map(({ id, name }) => [id, name === null || name === '' ? `#${id}` : name]));
}
