import { queryOptions, useQuery } from '@tanstack/react-query';
import { allOf, type Answer, answerOf, api, bodyOf, type Schema } from '../api/client';
import defaultTemplates from '../api/generated/default-templates.json';
import { queryClient } from '../api/query-client';
import { Refusal } from '../api/refusal';
import type { Kind, Target } from './effective';

/** The choices for a cell. Null: the default. */
export type Choice = Pick<
  Schema<'EmailTemplateAssignment'>,
  'templateId' | 'subject' | 'fromName' | 'replyTo'
>;

const PAGE = 500;
/** The route answers HTML unless the caller asks for JSON. */
const AS_REPORT = { accept: 'application/json' };

export const assignmentsQuery = queryOptions({
  queryKey: ['emailTemplateAssignment', 'all'],
  queryFn: ({ signal }) =>
    allOf((cursor): Promise<Answer<readonly Schema<'EmailTemplateAssignment'>[]>> =>
      answerOf(api.GET('/partner/emailTemplateAssignment', { params: { query: pageAfter(cursor) }, signal })),
    ),
});

/** The templates that are not deleted. */
export const templatesQuery = queryOptions({
  queryKey: ['emailTemplate', 'all'],
  queryFn: ({ signal }) =>
    allOf((cursor): Promise<Answer<readonly Schema<'EmailTemplate'>[]>> =>
      answerOf(api.GET('/partner/emailTemplate', { params: { query: pageAfter(cursor) }, signal })),
    ),
});

/** The ids of the partner's companies for a select; empty if there are too many for one. */
export const companiesQuery = queryOptions({
  queryKey: ['company', 'choice'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { body, next } = await answerOf(
      api.GET('/partner/company', { params: { query: { limit: PAGE } }, signal }),
    );
    return next === null ? body.map(({ companyId }) => companyId) : [];
  },
});

/** The HTML of a template, or of the default template, rendered with the sample data of a kind. */
export function useSample(template: Schema<'EmailTemplate'> | undefined, kind: Kind, language: 'sv' | 'en') {
  return useQuery({
    queryKey: ['assignmentSample', template?.id, template?.updatedAt, kind, language],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      if (template === undefined) return defaultSample(kind, language, signal);
      const params = { path: { id: template.id } };
      const body = { kind, language, data: {} };
      const answer = await bodyOf(
        api.POST('/partner/emailTemplate/{id}/render', { params, body, signal, headers: AS_REPORT }),
      );
      return typeof answer === 'string' ? answer : answer.html;
    },
  });
}

async function defaultSample(kind: Kind, language: 'sv' | 'en', signal: AbortSignal): Promise<string> {
  const data = defaultTemplates[kind][language];
  const body = { type: 'mjml', parser: 'hbs', data, kind, language, values: {}, inlineStyles: true } as const;
  return (await bodyOf(api.POST('/partner/emailTemplate/validate', { body, signal }))).html;
}

/** A header such as the subject, rendered with the sample data; null while it does not compile. */
export function useSampleLine(text: string, kind: Kind, language: 'sv' | 'en') {
  return useQuery({
    queryKey: ['assignmentLine', text, kind, language],
    enabled: text !== '',
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = {
        type: 'html',
        parser: 'hbs',
        data: text,
        kind,
        language,
        values: {},
        inlineStyles: false,
      } as const;
      try {
        return (await bodyOf(api.POST('/partner/emailTemplate/validate', { body, signal }))).text.trim();
      } catch (error) {
        if (error instanceof Refusal && error.problem.status === 422) return null;
        throw error;
      }
    },
  });
}

/** Assigns a template and headers to a cell. */
export async function assign({ kind, language, companyId }: Target, choice: Choice): Promise<void> {
  const body = { ...choice, language, companyId };
  try {
    await bodyOf(api.PUT('/partner/emailTemplateAssignment/{kind}', { params: { path: { kind } }, body }));
  } catch (error) {
    throw atTheirFields(error);
  }
  await readAgain();
}

/** Removes the assignment of a cell. A more general one applies then. */
export async function unassign({ kind, language, companyId }: Target): Promise<void> {
  const query = { ...(language !== null && { language }), ...(companyId !== null && { companyId }) };
  await answerOf(
    api.DELETE('/partner/emailTemplateAssignment/{kind}', { params: { path: { kind }, query } }),
  );
  await readAgain();
}

/** A header has one line, so its errors do not name one. */
function atTheirFields(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const errors = error.problem.errors?.map(({ pointer, message }) => ({ pointer, message }));
  return new Refusal({ ...error.problem, ...(errors !== undefined && { errors }) });
}

function pageAfter(cursor: string | undefined) {
  return { limit: PAGE, ...(cursor !== undefined && { cursor }) };
}

function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['emailTemplateAssignment'] });
}
