import { queryOptions } from '@tanstack/react-query';
import { allOf, type Answer, answerOf, api, bodyOf, type Schema } from '../api/client';
import { isMissing } from '../api/refusal';

type Draft = Answer<Schema<'EmailTemplateDraft'>>;

/** The kinds of email with variables, helpers and samples. They do not change while the console is open. */
export const kindsQuery = queryOptions({
  queryKey: ['emailKind'],
  queryFn: ({ signal }) => bodyOf(api.GET('/partner/emailKind', { signal })),
  staleTime: Infinity,
});

/** The templates of the partner. There are few, and the list is searched in the browser. */
const templatesWhich = (which: 'all' | 'deleted') =>
  queryOptions({
    queryKey: ['emailTemplate', which],
    queryFn: ({ signal }) =>
      allOf((cursor) => {
        const query = { cursor, limit: 500, ...(which === 'deleted' && { deleted: true }) };
        return answerOf(api.GET('/partner/emailTemplate', { params: { query }, signal }));
      }),
  });

const snippetsWhich = (which: 'all' | 'deleted') =>
  queryOptions({
    queryKey: ['emailSnippet', which],
    queryFn: ({ signal }) =>
      allOf((cursor) => {
        const query = { cursor, limit: 500, ...(which === 'deleted' && { deleted: true }) };
        return answerOf(api.GET('/partner/emailSnippet', { params: { query }, signal }));
      }),
  });

export const templatesQuery = templatesWhich('all');
export const deletedTemplatesQuery = templatesWhich('deleted');
export const snippetsQuery = snippetsWhich('all');
export const deletedSnippetsQuery = snippetsWhich('deleted');

export const assignmentsQuery = queryOptions({
  queryKey: ['emailTemplateAssignment', 'all'],
  queryFn: ({ signal }) =>
    allOf((cursor) =>
      answerOf(
        api.GET('/partner/emailTemplateAssignment', { params: { query: { cursor, limit: 500 } }, signal }),
      ),
    ),
});

/** The contacts to whom tests can be sent. */
export const confirmedContactsQuery = queryOptions({
  queryKey: ['contact', 'confirmed'],
  queryFn: async ({ signal }) => {
    const all = await allOf((cursor) =>
      answerOf(api.GET('/partner/contact', { params: { query: { cursor } }, signal })),
    );
    return all.filter(({ confirmedAt }) => confirmedAt !== null);
  },
});

function templateOf(id: number, signal?: AbortSignal): Promise<Answer<Schema<'EmailTemplate'>>> {
  return answerOf(
    api.GET('/partner/emailTemplate/{id}', { params: { path: { id } }, signal: signal ?? null }),
  );
}

/** The draft of a template; null without one. */
async function draftOf(id: number, signal?: AbortSignal): Promise<Draft | null> {
  const read = answerOf(
    api.GET('/partner/emailTemplate/{id}/draft', { params: { path: { id } }, signal: signal ?? null }),
  );
  return read.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

/** A template with its draft. Makes a second call only if there is a draft. */
export async function withDraft(
  id: number,
  signal?: AbortSignal,
): Promise<{ readonly template: Answer<Schema<'EmailTemplate'>>; readonly draft: Draft | null }> {
  const template = await templateOf(id, signal);
  return { template, draft: template.hasDraft ? await draftOf(id, signal) : null };
}

/** Read again whenever it is opened, but never while it is being edited. */
export const editedTemplateQuery = (id: number) =>
  queryOptions({
    queryKey: ['emailTemplate', id, 'edited'],
    queryFn: ({ signal }) => withDraft(id, signal),
    gcTime: 0,
    staleTime: Infinity,
  });

/** The drafts of all templates, by the template's id. Read with one call, not one per row. */
export const draftsQuery = queryOptions({
  queryKey: ['emailTemplate', 'drafts'],
  queryFn: async ({ signal }) => {
    const drafts = await allOf((cursor) =>
      answerOf(api.GET('/partner/emailTemplateDraft', { params: { query: { cursor, limit: 500 } }, signal })),
    );
    return new Map(drafts.map((draft) => [draft.templateId, draft]));
  },
});
