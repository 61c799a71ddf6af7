import * as fc from 'fast-check';
import type { Json } from './app.js';
import type { DocumentedRoute } from './documented.js';
import { jsonValues } from './json-arbitraries.js';
import { SchemaArbitraries } from './schema-arbitraries.js';

/** A request to one operation, generated from the document. */
export interface FuzzedRequest {
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. A string is sent as it is. */
  readonly body: unknown;
  /** True if all of it conforms to the document. */
  readonly isValid: boolean;
}

interface Parts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

type Mistake = (parts: Parts) => Parts;

/** Characters allowed in headers. Clients do not send others. */
const HEADER_TEXT = /^[ -~]*$/;

/** Requests that conform to the document. */
export function validRequests(route: DocumentedRoute): fc.Arbitrary<FuzzedRequest> {
  return parts(route).map((valid) => requestOf(route, valid, true));
}

/** Requests with one mistake each. */
export function invalidRequests(route: DocumentedRoute): fc.Arbitrary<FuzzedRequest> {
  return fc
    .tuple(parts(route), mistakes(route))
    .map(([valid, mistake]) => requestOf(route, mistake(valid), false));
}

function parts({ operation, document }: DocumentedRoute): fc.Arbitrary<Parts> {
  const arbitraries = new SchemaArbitraries(document);
  const parameters = (place: string): fc.Arbitrary<Record<string, unknown>> => {
    const found: readonly Json[] = operation.parameters.filter((one: Json) => one.in === place);
    const values = found.map(({ name, schema, example }) => {
      const any = arbitraries.of(schema);
      return [name, example === undefined ? any : fc.oneof(any, fc.constant(example))] as const;
    });
    const requiredKeys = found.filter(({ required }) => required).map(({ name }) => name);
    return fc.record(Object.fromEntries(values), { requiredKeys });
  };
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body = schema === undefined ? fc.constant(undefined) : bodies(arbitraries, operation.requestBody);
  return fc.record({
    path: parameters('path'),
    query: parameters('query'),
    header: parameters('header').map((headers) =>
      Object.fromEntries(Object.entries(headers).filter(([, value]) => HEADER_TEXT.test(String(value)))),
    ),
    body,
  });
}

/** Includes the documented example, because it gets furthest into the service. */
function bodies(arbitraries: SchemaArbitraries, { content, required }: Json): fc.Arbitrary<unknown> {
  const { schema, example } = content['application/json'];
  const given = fc.oneof(arbitraries.of(schema), fc.constant(example));
  return required === true ? given : fc.option(given, { nil: undefined });
}

function mistakes({ operation, document }: DocumentedRoute): fc.Arbitrary<Mistake> {
  const unknownParameter = fc.stringMatching(/^[a-z]{9,12}$/).map((name): Mistake => (parts) => ({
    ...parts,
    query: { ...parts.query, [name]: '1' },
  }));
  const choices = [unknownParameter];
  for (const { name, in: place, schema } of operation.parameters as readonly Json[]) {
    if (place === 'header' || schema.type !== 'integer') continue;
    const wrong = fc.constantFrom('0', '-1', '1.5', 'x', '1e3', ' ', '٣', "1'--", '%00', '__proto__');
    choices.push(
      wrong.map(
        (value) => (parts) =>
          place === 'path'
            ? { ...parts, path: { ...parts.path, [name]: value } }
            : { ...parts, query: { ...parts.query, [name]: value } },
      ),
    );
  }
  const json = operation.requestBody?.content['application/json'];
  if (json !== undefined) {
    const arbitraries = new SchemaArbitraries(document);
    const schema = arbitraries.resolved(json.schema);
    choices.push(bodyMistakes(schema));
  }
  return fc.oneof(...choices);
}

/**
 * A body that is not an object, is cut off, has an unknown member, lacks a required one, or has one of a wrong type.
 */
function bodyMistakes({ properties = {}, required = [] }: Json): fc.Arbitrary<Mistake> {
  const changed =
    (change: (members: Json) => Json): Mistake =>
    (parts) => ({
      ...parts,
      body: change(isObject(parts.body) ? parts.body : {}),
    });
  const typed = Object.entries<Json>(properties).filter(
    ([, { readOnly, $ref }]) => readOnly !== true && !$ref,
  );
  return fc.oneof(
    fc.constantFrom<unknown>('', 'x', 7, null, [[]], '{"cut":').map((body): Mistake => (parts) => ({
      ...parts,
      body,
    })),
    jsonValues().map((value) => changed((members) => ({ ...members, notAMember: value }))),
    ...(required as readonly string[]).map((name) =>
      fc.constant(changed(({ [name]: _left, ...others }: Json) => others)),
    ),
    ...typed.flatMap(([name, schema]) => {
      const wrong = wrongFor(schema);
      return wrong.length === 0
        ? []
        : [fc.constantFrom(...wrong).map((value) => changed((members) => ({ ...members, [name]: value })))];
    }),
  );
}

/** Values of types that a member does not accept. */
function wrongFor(schema: Json): readonly unknown[] {
  const choices: readonly Json[] = schema.oneOf ?? schema.anyOf ?? [schema];
  const types = choices.flatMap(({ type }) => type);
  if (types.includes(undefined)) return [];
  const samples: readonly (readonly [string, unknown])[] = [
    ['string', 'x'],
    ['integer', 1],
    ['boolean', true],
    ['object', { a: 1 }],
    ['array', [[]]],
    ['null', null],
  ];
  return samples.filter(([type]) => !types.includes(type)).map(([, value]) => value);
}

function requestOf({ path, operation }: DocumentedRoute, parts: Parts, isValid: boolean): FuzzedRequest {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(String(parts.path[name])));
  const query = new URLSearchParams(
    Object.entries(parts.query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const headers = Object.entries(parts.header).map(([name, value]) => [name, String(value)]);
  return {
    path: query.size === 0 ? filled : `${filled}?${query.toString()}`,
    headers: Object.fromEntries(headers),
    body: operation.requestBody === undefined ? undefined : parts.body,
    isValid,
  };
}

/** Clients resolve `.` and `..` before they send, and drop empty segments. */
function segmentOf(text: string): string {
  return text === '' || text === '.' || text === '..' ? 'x' : encodeURIComponent(text);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
