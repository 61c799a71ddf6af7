import { Validator } from '@seriousme/openapi-schema-validator';
import type { Express } from 'express';
import { deliveryBody } from '../../src/webhook-subscription/domain/delivery-body.js';
import { eventTypeNames } from '../../src/event/domain/event-types.js';
import { type Json, startApp, type TestApp } from '../support/app.js';
import { documentedRoutes, type DocumentedRoute, openApiDocuments } from '../support/documented.js';
import { SchemaCheck } from '../support/schema-check.js';

/** Routes that serve the documentation itself, or pages for people. */
const UNDOCUMENTED =
  /^\/(|docs(\/.*)?|console(\/.*)?|mailbox(\/.*)?|unsubscribe(\/.*)?|contact(\/.*)?|openapi\.json|internal\/openapi\.json)$/;

describe('The OpenAPI documents', () => {
  let app: TestApp;
  let partner: Json;
  let internal: Json;
  let routes: readonly DocumentedRoute[];
  beforeAll(async () => {
    app = await startApp();
    [partner, internal] = await openApiDocuments(app);
    routes = await documentedRoutes(app);
  });
  afterAll(() => app.stop());

  it('are valid OpenAPI 3.1', async () => {
    for (const document of [partner, internal]) {
      expect(document.openapi).toBe('3.1.0');
      expect(await new Validator().validate(document)).toEqual({ valid: true });
    }
  });

  it('show partners their routes, and the service routes only with the token', async () => {
    expect(Object.keys(partner.paths).filter((path) => !path.startsWith('/partner/'))).toEqual([
      '/.well-known/jwks.json',
    ]);
    expect(Object.keys(internal.paths).filter((path) => path.startsWith('/partner/'))).toEqual([]);
    expect((await app.request('GET', '/internal/openapi.json')).status).toBe(401);
  });

  it('guide through the routes of each tag', () => {
    for (const document of [partner, internal]) {
      const used = Object.values<Json>({ ...document.paths, ...document.webhooks })
        .flatMap((path) => Object.values<Json>(path))
        .flatMap(({ tags }) => tags);
      const guided = document.tags.map(({ name }: Json) => name);
      expect(new Set(used)).toEqual(new Set(guided));
      for (const { description } of document.tags) {
        // Every route in a guide is in the document.
        const named = [...description.matchAll(/`(GET|POST|PUT|DELETE|PATCH) (\/[^`?]*)/g)];
        for (const [, method = '', path = ''] of named) {
          expect([path, document.paths[path]?.[method.toLowerCase()]]).toEqual([path, expect.anything()]);
        }
        // A reader of the served documentation has no files of the repository, and links lead to other guides.
        expect(description).not.toMatch(/\.md\b/);
        for (const [, tag = ''] of description.matchAll(/\(#operations-tag-(\w+)\)/g)) {
          expect(guided.map((name: string) => name.replaceAll(' ', '_'))).toContain(tag);
        }
      }
    }
  });

  it('have every route of the service', () => {
    const express: Express = app.service!.getHttpAdapter().getInstance();
    const registered = express.router.stack.flatMap(({ route }) =>
      route === undefined
        ? []
        : Object.keys((route as Json).methods).map((method) => `${method.toUpperCase()} ${route.path}`),
    );
    const documented = new Set(
      routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{([^}]+)\}/g, ':$1')}`),
    );
    const missing = registered.filter(
      (route) => !documented.has(route) && !UNDOCUMENTED.test(route.slice(route.indexOf(' ') + 1)),
    );
    expect(missing).toEqual([]);
    expect(documented.size).toBeGreaterThan(20);
  });

  it('describe and give an example of every member, parameter, body and answer', () => {
    const bare: string[] = [];
    const require = (where: string, thing: Json) => {
      if (thing.description === undefined) bare.push(`${where}: no description`);
      if (!hasExample(thing)) bare.push(`${where}: no example`);
    };
    for (const document of [partner, internal]) {
      for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
        for (const [member, content] of Object.entries<Json>(schema.properties ?? {})) {
          // A schema that is composed of others gets its example from them.
          const isComposed = JSON.stringify(content).includes('"$ref"');
          if (!isComposed && name !== 'WebhookBody') require(`${name}.${member}`, content);
        }
      }
    }
    for (const { method, path, operation } of routes) {
      const where = `${method} ${path}`;
      if (operation.summary === undefined) bare.push(`${where}: no summary`);
      for (const parameter of operation.parameters) require(`${where} ${parameter.name}`, parameter);
      const contents = [operation.requestBody, ...Object.values<Json>(operation.responses)]
        .filter((part) => part?.content !== undefined)
        .flatMap((part) => Object.values<Json>(part.content));
      if (!contents.every(hasExample)) bare.push(`${where}: a body or an answer without an example`);
    }
    expect(bare).toEqual([]);
  });

  it('name their schemas after concepts, not after classes', () => {
    const names = [partner, internal].flatMap(({ components }) => Object.keys(components.schemas));
    expect(names.filter((name) => /View$|Dto$|Body$/.test(name))).toEqual(['WebhookBody']);
  });

  it('give examples that fit their own schemas', () => {
    const faults: string[] = [];
    const checks = new Map(routes.map(({ document }) => [document, new SchemaCheck(document)]));
    for (const { method, path, operation, document } of routes) {
      const check = checks.get(document)!;
      const webhooks = Object.values<Json>(document.webhooks ?? {}).map(({ post }) => post);
      for (const part of [operation, ...webhooks].flatMap((one) => [
        one.requestBody,
        ...Object.values<Json>(one.responses),
      ])) {
        for (const { schema, example } of Object.values<Json>(part?.content ?? {})) {
          if (example === undefined) continue;
          for (const fault of check.faultsOf(schema, example)) faults.push(`${method} ${path}: ${fault}`);
        }
      }
    }
    expect(new Set(faults)).toEqual(new Set());
  });

  it('name the credential of every route but the health, the metrics, the sign-in and public keys', () => {
    for (const { method, path, operation } of routes) {
      const scheme = path.startsWith('/partner/') ? 'apiKey' : 'internalToken';
      const expected = /^\/(health\/|console\/|metrics$|\.well-known\/)/.test(path)
        ? undefined
        : [{ [scheme]: [] }];
      expect([method, path, operation.security]).toEqual([method, path, expected]);
    }
    expect(partner.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(internal.components.securitySchemes.internalToken).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
  });

  it('have a webhook for every event type, with the body of deliveries', () => {
    expect(Object.keys(partner.webhooks)).toEqual([...eventTypeNames]);
    expect(Object.keys(partner.webhooks)).toHaveLength(15);
    for (const [type, { post }] of Object.entries<Json>(partner.webhooks)) {
      const { schema, example } = post.requestBody.content['application/json'];
      expect(schema).toEqual({ $ref: '#/components/schemas/WebhookBody' });
      const envelope = { ...example, createdAt: new Date(example.createdAt) };
      const sent = deliveryBody(envelope, example.sourceId, JSON.stringify(example.data));
      expect(JSON.parse(sent)).toEqual(example);
      expect(example.type).toBe(type);
      expect(Object.keys(example)).toEqual(partner.components.schemas.WebhookBody.required);
      expect(post.parameters.map(({ name }: Json) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
        'user-agent',
        'livery-test',
      ]);
    }
  });

  it('are shown by Swagger UI, whose files all come from the service', async () => {
    const page = await app.request('GET', '/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const loaded = page.text.matchAll(/<(?:script|link)[^>]*(?:src|href)="([^"]+)"/g);
    const files = [...loaded].map(([, address = '']) => address);
    expect(files).toHaveLength(6);
    for (const file of files) {
      expect(file).toMatch(/^\/docs\/[a-z0-9.-]+$/);
      expect([file, (await app.request('GET', file)).status]).toEqual([file, 200]);
    }
    const start = await app.request('GET', '/docs/start.js');
    expect(start.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(start.text).toContain("fetch('/openapi.json')");
    expect(start.text).toContain('validatorUrl: null');
    const internal = await app.request('GET', '/docs/internal');
    expect(internal.headers.get('content-security-policy')).toContain("script-src 'self'");
    const own = [...internal.text.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, address = '']) => address);
    expect(own).toContain('/docs/internal-start.js');
    for (const file of own) expect([file, (await app.request('GET', file)).status]).toEqual([file, 200]);
    for (const file of ['/docs/index.html', '/docs/package.json', '/docs/..%2fpackage.json', '/docs/x']) {
      expect([file, (await app.request('GET', file)).status]).toEqual([file, 404]);
    }
  });
});

function hasExample(thing: Json): boolean {
  const inSchema = thing.schema?.example !== undefined;
  return thing.example !== undefined || thing.examples !== undefined || inSchema;
}
