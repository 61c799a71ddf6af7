import { type Json, startApp, type TestApp } from '../support/app.js';
import { type DocumentedRoute, documentedRoutes } from '../support/documented.js';
import { handlerInputs } from '../support/inputs.js';

describe('The OpenAPI documents', () => {
  let app: TestApp;
  let routes: readonly DocumentedRoute[];
  beforeAll(async () => {
    app = await startApp();
    routes = await documentedRoutes(app);
  });
  afterAll(() => app.stop());

  it('have every member of bodies and queries', () => {
    const inputs = handlerInputs(app);
    expect(inputs.length).toBeGreaterThan(10);
    for (const { controller, handler, kind, members } of inputs) {
      const operationId = `${controller.replace(/Controller$/, '')}_${handler}`;
      const route = routes.find(({ operation }) => operation.operationId === operationId);
      if (route === undefined) throw new Error(`${operationId} is not documented.`);
      const documented = kind === 'body' ? bodyMembers(route) : queryMembers(route);
      expect([operationId, members.filter((member) => !documented.includes(member))]).toEqual([
        operationId,
        [],
      ]);
    }
  });
});

function bodyMembers({ operation, document }: DocumentedRoute): readonly string[] {
  const { schema } = operation.requestBody.content['application/json'];
  const name = String(schema.$ref ?? '').replace('#/components/schemas/', '');
  return Object.keys((name === '' ? schema : document.components.schemas[name]).properties ?? {});
}

function queryMembers({ operation }: DocumentedRoute): readonly string[] {
  return operation.parameters.filter((one: Json) => one.in === 'query').map((one: Json) => one.name);
}
