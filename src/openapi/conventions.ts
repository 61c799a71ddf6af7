import type { HeaderObject, OpenAPIObject, OperationObject, ResponseObject } from '@nestjs/swagger';
import { titleOf } from '../shared/http/problem-details.js';
import { type DocumentedOperation, isReference, operationsOf } from './operations-of.js';

const PROBLEM = '#/components/schemas/Problem';

/**
 * Writes into every operation what no controller has to say, because it holds for all of them (CONTRACT 1): the
 * errors that any request can meet, the headers of the answers, and `Idempotency-Key`.
 */
export function addConventions(document: OpenAPIObject): void {
  for (const described of operationsOf(document)) {
    const { operation } = described;
    if (acceptsIdempotencyKey(described)) (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
    for (const status of commonErrors(described)) operation.responses[String(status)] ??= problemOf(status);
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response !== undefined && !isReference(response))
        describeHeaders(described, Number(status), response);
    }
  }
}

function commonErrors({ path, method, operation }: DocumentedOperation): readonly number[] {
  const isSecured = (operation.security ?? []).length > 0;
  return [
    400,
    ...(isSecured ? [401] : []),
    ...(path.startsWith('/partner/') ? [403] : []),
    // Without INTERNAL_TOKEN there are no service routes.
    ...(path.startsWith('/internal/') ? [404] : []),
    ...(acceptsIdempotencyKey({ path, method, operation }) ? [409, 422] : []),
    ...(operation.requestBody === undefined ? [] : [413, 415]),
    500,
    503,
  ];
}

function acceptsIdempotencyKey({ method, path }: DocumentedOperation): boolean {
  return method === 'POST' && path.startsWith('/partner/');
}

function problemOf(status: number): ResponseObject {
  return {
    description: titleOf(status),
    content: { 'application/problem+json': { schema: { $ref: PROBLEM } } },
  };
}

function describeHeaders(described: DocumentedOperation, status: number, response: ResponseObject): void {
  const json = response.content?.['application/json']?.schema;
  const isList = json !== undefined && !isReference(json) && json.type === 'array';
  response.headers = {
    ...response.headers,
    'X-Request-Id': REQUEST_ID,
    ...(status === 401 && { 'WWW-Authenticate': CHALLENGE }),
    ...(status === 503 && { 'Retry-After': RETRY_AFTER }),
    ...(status === 201 && { Location: LOCATION }),
    ...(isList && takesCursor(described.operation) && { Link: NEXT_PAGE }),
    ...(acceptsIdempotencyKey(described) && { 'Idempotency-Replayed': REPLAYED }),
  };
}

function takesCursor({ parameters = [] }: OperationObject): boolean {
  return parameters.some((parameter) => !isReference(parameter) && parameter.name === 'cursor');
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to repeat for 24 hours: the same key with the same request is carried out once, and answered alike.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  example: '4f0e9a53-7c6f-4d0a-98a1-0f6f5c1b7f52',
} as const;

const REQUEST_ID: HeaderObject = header(
  'Id of the request: the one the caller sent, or a new one. It is in our log.',
  '7c6f2d0a-58a1-4f0e-9a53-0f6f5c1b7f52',
);
const CHALLENGE = header('How to authenticate.', 'Bearer');
const RETRY_AFTER = header('Seconds to wait before the next try.', '5');
const LOCATION = header('Path of the new object.', '/partner/emailTemplate/1');
const NEXT_PAGE = header(
  'The next page, while there is more.',
  '</partner/emailTemplate?cursor=MTAw>; rel="next"',
);
const REPLAYED = header('`true` when this is the answer to an earlier request with the same key.', 'true');

function header(description: string, example: string): HeaderObject {
  return { description, schema: { type: 'string' }, example };
}
