import type { MediaTypeObject, OpenAPIObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { titleOf } from '../shared/http/problem-details.js';
import { isReference, operationsOf, schemaName } from './operations-of.js';

type Schema = SchemaObject | ReferenceObject;

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_input',
  401: 'unauthorized',
  403: 'scope_missing',
  404: 'not_found',
  409: 'idempotency_key_in_flight',
  412: 'precondition_failed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'idempotency_key_reused',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'unavailable',
};

/** Adds an example to every body and answer that has none, composed of its members' examples. */
export function addExamples(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const { path, operation } of operationsOf(document)) {
    const { requestBody } = operation;
    if (requestBody !== undefined && !isReference(requestBody)) {
      Object.values(requestBody.content).forEach((content) => addExample(content, schemas));
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response === undefined || isReference(response)) continue;
      for (const [type, content] of Object.entries(response.content ?? {})) {
        if (type === 'application/problem+json') content.example ??= problemExample(Number(status), path);
        else addExample(content, schemas);
      }
    }
  }
}

function addExample(content: MediaTypeObject, schemas: Readonly<Record<string, Schema>>): void {
  if (content.example !== undefined || content.examples !== undefined || content.schema === undefined) return;
  const example = exampleOf(content.schema, schemas);
  if (example !== undefined) content.example = example;
}

/** The schema's own example, or one composed of its members' examples. */
function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  if (isReference(schema)) {
    const target = schemas[schemaName(schema)];
    return target === undefined ? undefined : exampleOf(target, schemas);
  }
  if (schema.example !== undefined) return schema.example as unknown;
  const [one] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
  if (one !== undefined) return exampleOf(one, schemas);
  if (schema.items !== undefined) {
    const item = exampleOf(schema.items, schemas);
    return item === undefined ? undefined : [item];
  }
  if (schema.properties === undefined) return undefined;
  const members = Object.entries(schema.properties).map(([name, member]) => [
    name,
    exampleOf(member, schemas),
  ]);
  return Object.fromEntries(members.filter(([, example]) => example !== undefined)) as unknown;
}

function problemExample(status: number, path: string): object {
  const isInput = status === 400;
  return {
    type: 'about:blank',
    title: titleOf(status),
    status,
    instance: path.replaceAll(/\{[^}]+\}/g, '1'),
    code: CODES[status] ?? titleOf(status).toLowerCase().replaceAll(' ', '_'),
    requestId: '7c6f2d0a-58a1-4f0e-9a53-0f6f5c1b7f52',
    ...(isInput && { errors: [{ pointer: '/name', code: 'wrong_type', message: 'Must be a string.' }] }),
  };
}
