import { type Json, startApp, type TestApp } from '../support/app.js';
import { documentedRoutes, type DocumentedRoute } from '../support/documented.js';

describe('The OpenAPI documents, in every operation,', () => {
  let app: TestApp;
  let routes: readonly DocumentedRoute[];
  beforeAll(async () => {
    app = await startApp();
    routes = await documentedRoutes(app);
  });
  afterAll(() => app.stop());

  it('state which request bodies are required, and that unknown members are refused', () => {
    const open: string[] = [];
    const look = (where: string, schema: Json, document: Json): void => {
      const target = schema.$ref === undefined ? schema : document.components.schemas[nameOf(schema)];
      if (target.properties !== undefined && target.additionalProperties === undefined) open.push(where);
      for (const [name, member] of Object.entries<Json>(target.properties ?? {})) {
        look(`${where}.${name}`, member, document);
      }
      const inner: readonly Json[] = [target.oneOf, target.anyOf, target.allOf, target.items].flat();
      for (const one of inner) if (one !== undefined) look(where, one, document);
    };
    const optional: string[] = [];
    for (const { method, path, operation, document } of routes) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      if (schema === undefined) continue;
      const where = `${method} ${path}`;
      look(where, schema, document);
      if (operation.requestBody.required !== true) optional.push(where);
    }
    expect(open).toEqual([]);
    expect(optional).toEqual([
      'POST /partner/apiKey',
      'POST /partner/emailTemplate/{id}/render',
      'POST /partner/delivery/retry',
      'POST /partner/email/{id}/resend',
      'POST /internal/partner/{id}/apiKey',
    ]);
  });

  it('describe ids and cursors, and the Link of pages', () => {
    const vague: string[] = [];
    let cursors = 0;
    for (const { method, path, operation } of routes) {
      for (const { name, schema } of operation.parameters as readonly Json[]) {
        const isBounded = schema.minimum !== undefined && schema.maximum !== undefined;
        if (schema.type === 'integer' && !isBounded) vague.push(`${method} ${path} ${name}`);
        if (name !== 'cursor') continue;
        cursors += 1;
        expect(schema).toMatchObject({ pattern: expect.any(String), maxLength: expect.any(Number) });
        expect(operation.responses[200].headers.Link.description).toContain('absent on the last page');
      }
    }
    expect(vague).toEqual([]);
    expect(cursors).toBeGreaterThan(7);
  });

  it('declare the errors that follow from method, path and body', () => {
    for (const { method, path, operation } of routes) {
      const where = `${method} ${path}`;
      const names = operation.parameters.map(({ name }: Json) => name);
      const { responses } = operation;
      expect([where, '412' in responses]).toEqual([where, names.includes('If-Match')]);
      const hasKey = names.includes('Idempotency-Key');
      expect([where, hasKey]).toEqual([where, method === 'POST' && path.startsWith('/partner/')]);
      if (hasKey) {
        expect(responses[409].description).toContain('`idempotency_key_in_flight`');
        expect(responses[422].description).toContain('`idempotency_key_reused`');
      }
      if (path.startsWith('/partner/')) {
        expect(responses[429].description).toMatch(/`rate_limited`.*`too_many_in_progress`/);
        expect(responses[503].description).toMatch(/`unavailable`.*`query_too_expensive`/);
      }
      expect([where, '413' in responses, '415' in responses]).toEqual([
        where,
        operation.requestBody !== undefined || method === 'PATCH',
        operation.requestBody !== undefined,
      ]);
    }
  });
});

function nameOf({ $ref }: Json): string {
  return String($ref ?? '').replace('#/components/schemas/', '');
}
