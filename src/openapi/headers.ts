import type { HeaderObject } from '@nestjs/swagger';

/** The parameter of every POST of a partner. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat for 24 hours: it is carried out once, and each repetition with the same key gets the same answer, even a refusal other than 409, 429 and 5xx. The same key with another request is answered with 422.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '4f0e9a53-7c6f-4d0a-98a1-0f6f5c1b7f52',
} as const;

export const REQUEST_ID: HeaderObject = header(
  'Id of the request: yours, or a new one. It is in the log of the service.',
  '7c6f2d0a-58a1-4f0e-9a53-0f6f5c1b7f52',
);

export const CHALLENGE = header('How to authenticate.', 'Bearer');

export const RETRY_AFTER = header('Seconds to wait before the next try.', '5');

export const RETRY_WHEN_ANSWERED = header(
  'Seconds to wait for the request that uses the same `Idempotency-Key`; absent for every other conflict.',
  '1',
);

export const RATE_LIMIT_POLICY = header(
  'The limit: `q` requests in `w` seconds, for all processes of the service together.',
  '"partner";q=6000;w=60',
);

export const RATE_LIMIT = header(
  'The rest of the limit: `r` requests are left, and all of them again in `t` seconds.',
  '"partner";r=5999;t=60',
);

export const ENTITY_TAG = header('State of the object. Send it as `If-Match` with a change.', '"1.1"');

export const LOCATION = header('Path of the new object.', '/partner/emailTemplate/1');

export const NEXT_PAGE = header(
  'The next page, with `rel="next"`; absent on the last page.',
  '</partner/emailTemplate?cursor=100>; rel="next"',
);

export const REPLAYED = header(
  '`true` if this repeats the answer to an earlier request with the same key.',
  'true',
);

function header(description: string, example: string): HeaderObject {
  return { description, schema: { type: 'string' }, example };
}

/** On answers to a template that was saved. */
export const WARNINGS: HeaderObject = {
  description:
    'The number of warnings that `validate` of templates, or `preview` of subscriptions, would list.',
  schema: { type: 'integer', minimum: 0 },
  example: 2,
};
