import type { OpenAPIObject, OperationObject, ResponseObject } from '@nestjs/swagger';
import { MAX_ID } from '../shared/http/id.pipe.js';
import { titleOf } from '../shared/http/problem-details.js';
import {
  CHALLENGE,
  ENTITY_TAG,
  IDEMPOTENCY_KEY,
  LOCATION,
  NEXT_PAGE,
  RATE_LIMIT,
  RATE_LIMIT_POLICY,
  REPLAYED,
  REQUEST_ID,
  RETRY_AFTER,
  RETRY_WHEN_ANSWERED,
  WARNINGS,
} from './headers.js';
import { type DocumentedOperation, isReference, operationsOf, schemaName } from './operations-of.js';
import { problemDescription } from './problem-descriptions.js';
import { bodySchemaOf } from './request-bodies.js';

const PROBLEM = '#/components/schemas/Problem';
/** Paths of one object: by its key, or because its owner has only one. */
const ONE_OBJECT = /\/(?:\{\w+\}|draft|secret|jwt|sender|emailSender)$/;
/** Actions that answer with the object that they have changed. */
const CHANGING_ACTION = /\/(?:restore|publish|rotate)$/;

/**
 * Adds to every operation what all operations share: the errors that any request can get, the headers of the answers,
 * and `Idempotency-Key`.
 */
export function addConventions(document: OpenAPIObject): void {
  for (const described of operationsOf(document)) {
    const { operation } = described;
    describeIds(operation);
    describeBody(described, document);
    if (acceptsIdempotencyKey(described)) (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
    for (const status of commonErrors(described)) operation.responses[String(status)] ??= problemOf(status);
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response === undefined || isReference(response)) continue;
      if (Number(status) >= 400) describeProblem(described, Number(status), response);
      describeHeaders(described, Number(status), response);
    }
  }
}

/** A number in a path is always an id. */
function describeIds({ parameters = [] }: OperationObject): void {
  for (const parameter of parameters) {
    if (isReference(parameter) || parameter.in !== 'path') continue;
    const { schema } = parameter;
    if (schema === undefined || isReference(schema) || schema.type !== 'number') continue;
    parameter.schema = { type: 'integer', minimum: 1, maximum: MAX_ID };
    parameter.description ??= 'Id of the object.';
    parameter.example ??= 1;
  }
}

/** A POST whose members are all optional needs no body. */
function describeBody({ method, operation }: DocumentedOperation, document: OpenAPIObject): void {
  const { requestBody } = operation;
  const schema = bodySchemaOf(operation);
  if (requestBody === undefined || isReference(requestBody) || schema === undefined) return;
  const members = isReference(schema) ? document.components?.schemas?.[schemaName(schema)] : schema;
  const isNeeded = members === undefined || isReference(members) || members.oneOf !== undefined;
  requestBody.required = method !== 'POST' || isNeeded || (members.required ?? []).length > 0;
}

function describeProblem(described: DocumentedOperation, status: number, response: ResponseObject): void {
  response.description = problemDescription(status, response.description, {
    path: described.path,
    isIdempotent: acceptsIdempotencyKey(described),
  });
}

function commonErrors({ path, method, operation }: DocumentedOperation): readonly number[] {
  const isSecured = (operation.security ?? []).length > 0;
  return [
    400,
    ...(isSecured ? [401] : []),
    ...(path.startsWith('/partner/') ? [403, 429] : []),
    // Without INTERNAL_TOKEN there are no service routes.
    ...(path.startsWith('/internal/') ? [404, 429] : []),
    ...(acceptsIdempotencyKey({ path, method, operation }) ? [409, 422] : []),
    ...(operation.requestBody === undefined ? [] : [413, 415]),
    // A body must be empty, but is read to check that.
    ...(method === 'PATCH' ? [413] : []),
    500,
    // Liveness depends on nothing.
    ...(path === '/health/live' ? [] : [503]),
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
    ...((status === 429 || status === 503) && { 'Retry-After': RETRY_AFTER }),
    ...(status === 409 && acceptsIdempotencyKey(described) && { 'Retry-After': RETRY_WHEN_ANSWERED }),
    ...((status === 429 || (described.path.startsWith('/partner/') && status !== 401)) && {
      'RateLimit-Policy': RATE_LIMIT_POLICY,
      RateLimit: RATE_LIMIT,
    }),
    ...(status === 201 && isStored(response) && { Location: LOCATION }),
    ...(showsObject(described, status, response) && { ETag: ENTITY_TAG }),
    ...(savesWithWarnings(described, status) && { 'Livery-Warnings': WARNINGS }),
    ...(isList && takesCursor(described.operation) && { Link: NEXT_PAGE }),
    ...(acceptsIdempotencyKey(described) && { 'Idempotency-Replayed': REPLAYED }),
  };
}

/** True if the created object can be read later. Answers about other objects declare their headers themselves. */
function isStored({ headers }: ResponseObject): boolean {
  return headers === undefined;
}

function takesCursor({ parameters = [] }: OperationObject): boolean {
  return parameters.some((parameter) => !isReference(parameter) && /^(cursor|after)$/.test(parameter.name));
}

/** True for an operation that saves a template, snippet or subscription and counts its warnings. */
function savesWithWarnings({ method, path }: DocumentedOperation, status: number): boolean {
  const isChange = method === 'PUT' ? /(?:\{id\}|\/draft)$/.test(path) : /\/(?:restore|publish)$/.test(path);
  const isSaved = status === 201 || (status === 200 && isChange);
  return isSaved && /^\/partner\/(?:emailTemplate|emailSnippet|webhookSubscription)(?:\/|$)/.test(path);
}

/** True if the answer represents one stored object after its creation, reading or change or after an action. */
function showsObject(
  { method, path }: DocumentedOperation,
  status: number,
  response: ResponseObject,
): boolean {
  const json = response.content?.['application/json']?.schema;
  if (json === undefined || !isReference(json)) return false;
  if (status === 201) return isStored(response);
  const shown = method === 'POST' ? CHANGING_ACTION : ONE_OBJECT;
  return status === 200 && method !== 'DELETE' && shown.test(path);
}
