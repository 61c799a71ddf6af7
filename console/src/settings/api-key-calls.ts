import { queryOptions } from '@tanstack/react-query';
import { allOf, type Answer, answerOf, api, bodyOf, type Schema } from '../api/client';
import { queryClient } from '../api/query-client';

export type ApiKey = Schema<'ApiKey'>;

const PAGE = 500;

/** All keys that are not revoked, including those of console sessions. */
export const apiKeysQuery = queryOptions({
  queryKey: ['apiKey', 'all'],
  queryFn: ({ signal }) =>
    allOf((cursor): Promise<Answer<readonly ApiKey[]>> =>
      answerOf(
        api.GET('/partner/apiKey', {
          params: { query: { limit: PAGE, ...(cursor !== undefined && { cursor }) } },
          signal,
        }),
      ),
    ),
});

/** @returns the new key, which is never shown again */
export async function createApiKey(body: Schema<'NewApiKey'>): Promise<string> {
  const { key } = await bodyOf(api.POST('/partner/apiKey', { body }));
  await readAgain();
  return key;
}

export async function revokeApiKey(id: number): Promise<void> {
  await answerOf(api.DELETE('/partner/apiKey/{id}', { params: { path: { id } } }));
  await readAgain();
}

function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['apiKey'] });
}
