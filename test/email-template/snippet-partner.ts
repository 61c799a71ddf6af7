import type { Json, TestAnswer, TestApp } from '../support/app.js';

/** A partner with snippets, and templates that include them. */
export class SnippetPartner {
  constructor(
    private readonly app: TestApp,
    readonly key: string,
  ) {}

  call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const options = { key: this.key, headers, ...(body !== undefined && { body }) };
    return this.app.request(method, `/partner/${path}`, options);
  }

  async snippet(name: string, data: string, type = 'html'): Promise<number> {
    const answer = await this.call('POST', 'emailSnippet', { name, type, data });
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body.id;
  }

  async template(data: string, name: string | null = null, type = 'html'): Promise<number> {
    const answer = await this.call('POST', 'emailTemplate', { name, type, parser: 'hbs', data });
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body.id;
  }

  async rendered(id: number, data: Json = {}): Promise<string> {
    const accept = { accept: 'application/json' };
    return (await this.call('POST', `emailTemplate/${id}/render`, { data }, accept)).body.html;
  }
}

/** The errors of a refusal, such as `header 1:5 unknown_snippet`. */
export function errorsOf({ body }: { readonly body: Json }): readonly string[] {
  return body.errors.map(({ code, line, column, snippet, templateId }: Json) =>
    [templateId, snippet, `${line}:${column}`, code].filter((part) => part !== undefined).join(' '),
  );
}
