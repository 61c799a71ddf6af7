import type { Json, TestAnswer, TestApp } from '../support/app.js';

/** The body for a subscription. Override the members that matter to the test. */
export function newSubscription(members: Readonly<Record<string, unknown>> = {}): Json {
  return {
    type: 'document.accepted',
    isActive: true,
    url: 'https://hooks.partner.example/livery',
    includePaths: ['id', 'status'],
    ...members,
  };
}

/** The routes under /partner/webhookSubscription, called with one key of one partner. */
export class Subscriptions {
  constructor(
    private readonly app: TestApp,
    private readonly key: string,
  ) {}

  call(
    method: string,
    path = '',
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestAnswer> {
    const { key } = this;
    return this.app.request(method, `/partner/webhookSubscription${path}`, {
      key,
      ...(body !== undefined && { body }),
      ...(headers !== undefined && { headers }),
    });
  }

  /** A subscription as shown by the answer to its creation. */
  async created(members: Readonly<Record<string, unknown>> = {}): Promise<Json> {
    const answer = await this.call('POST', '', newSubscription(members));
    if (answer.status !== 201) throw new Error(`Refused: ${answer.text}`);
    return answer.body;
  }

  async read(id: number): Promise<Json> {
    return (await this.call('GET', `/${id}`)).body;
  }
}

/** The errors of a body as `pointer code`, in no order. */
export function problemsOf(answer: TestAnswer): string[] {
  return answer.body.errors.map(({ pointer, code }: Json) => `${pointer} ${code}`).sort();
}
