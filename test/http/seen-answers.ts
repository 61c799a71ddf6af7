import { startApp, type TestApp } from '../support/app.js';
import { documentedRoutes, type DocumentedRoute } from '../support/documented.js';
import { SchemaCheck } from '../support/schema-check.js';
import { type SeenAnswer, seenAnswers } from '../support/seen-answers.js';

/** What the router answers by itself, before there is an operation. */
const WITHOUT_OPERATION = new Set([404, 405]);
const ELSEWHERE = /^\/(docs(\/.*)?|console(\/.*)?|openapi\.json|internal\/openapi\.json)$/;

/** Imported last by an entry file: looks back at every answer that the suites before it have seen. */
describe('Every answer seen by these suites', () => {
  let app: TestApp;
  let routes: readonly DocumentedRoute[];
  let answers: readonly SeenAnswer[];
  beforeAll(async () => {
    app = await startApp();
    answers = [...seenAnswers];
    routes = await documentedRoutes(app);
  });
  afterAll(() => app.stop());

  /** The operation that gave an answer. A path without parameters goes before one with them. */
  const routeOf = ({ method, path }: SeenAnswer): DocumentedRoute | undefined => {
    const fitting = routes.filter((route) => patternOf(route.path).test(path));
    const literal = fitting.filter((route) => !route.path.includes('{'));
    const wanted = method === 'HEAD' ? 'GET' : method;
    return (literal.length > 0 ? literal : fitting).find((route) => route.method === wanted);
  };

  it('was of a documented operation, or told that there is none', () => {
    const unknown = answers.filter(
      (answer) =>
        routeOf(answer) === undefined &&
        !WITHOUT_OPERATION.has(answer.status) &&
        answer.method !== 'OPTIONS' &&
        !ELSEWHERE.test(answer.path) &&
        // Refused before the router: an address that cannot be decoded or is too long.
        answer.status !== 400 &&
        answer.status !== 431,
    );
    expect(new Set(unknown.map(({ method, path, status }) => `${method} ${path} ${status}`))).toEqual(
      new Set(),
    );
  });

  it('had a status that its operation declares', () => {
    const undeclared = answers.filter((answer) => {
      const responses = routeOf(answer)?.operation.responses;
      return responses !== undefined && responses[answer.status] === undefined;
    });
    expect(new Set(undeclared.map(({ method, path, status }) => `${method} ${path} ${status}`))).toEqual(
      new Set(),
    );
  });

  it('had the content type and exactly the members that its operation declares', () => {
    const checks = new Map(routes.map(({ document }) => [document, new SchemaCheck(document)]));
    const faults = new Set<string>();
    for (const answer of answers) {
      const route = routeOf(answer);
      const response = route?.operation.responses[answer.status];
      if (route === undefined || response === undefined || answer.method === 'HEAD') continue;
      const where = `${route.method} ${route.path} ${answer.status}`;
      const type = answer.contentType?.split(';', 1).join();
      if (type === undefined) {
        if (response.content !== undefined) faults.add(`${where}: nothing was sent`);
        continue;
      }
      const content = response.content?.[type];
      if (content === undefined) faults.add(`${where}: ${type} is not declared`);
      else if (answer.body !== undefined) {
        const found = checks.get(route.document)?.faultsOf(content.schema, answer.body) ?? [];
        for (const fault of found) faults.add(`${where}: ${fault}`);
      }
    }
    expect(faults).toEqual(new Set());
  });
});

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`);
}
