import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { type DocumentedRoute, openApiDocuments, routesOf } from './documented.js';
import { SchemaCheck } from './schema-check.js';
import type { SeenAnswer } from './seen-answers.js';

/** Answers of the router itself, when a path has no operation. */
const WITHOUT_OPERATION = new Set([404, 405]);
/** Answers from before the router, when an address cannot be decoded or is too long. */
const BEFORE_THE_ROUTER = new Set([400, 431]);
const ELSEWHERE =
  /^\/(|docs(\/.*)?|console(\/.*)?|openapi\.json|internal\/openapi\.json|unsubscribe\/.*|contact\/.*)$/;

/** The differences between these answers and the OpenAPI documents: a sentence for each, without repetitions. */
export async function undocumented(answers: readonly SeenAnswer[]): Promise<readonly string[]> {
  return faultsOf(answers, routesOf(await documents()));
}

export function faultsOf(
  answers: readonly SeenAnswer[],
  routes: readonly DocumentedRoute[],
): readonly string[] {
  const checks = new Map(
    [...new Set(routes.map(({ document }) => document))].map((document) => [
      document,
      new SchemaCheck(document),
    ]),
  );
  const faults = answers.flatMap((answer) => {
    const route = routeOf(answer, routes);
    const sent = `${answer.method} ${route?.path ?? answer.path} ${answer.status}`;
    if (route === undefined) return mayHaveNoOperation(answer) ? [] : [`${sent}: there is no such operation`];
    const check = checks.get(route.document);
    const found = check === undefined ? [] : faultsOfAnswer(answer, route, check);
    return found.map((fault) => `${sent}: ${fault}`);
  });
  return [...new Set(faults)];
}

function faultsOfAnswer(
  answer: SeenAnswer,
  { operation }: DocumentedRoute,
  check: SchemaCheck,
): readonly string[] {
  const response = operation.responses[answer.status];
  if (response === undefined) return ['the status is not declared'];
  if (answer.method === 'HEAD') return [];
  const type = answer.contentType?.split(';', 1).join();
  if (type === undefined) return response.content === undefined ? [] : ['nothing was sent'];
  const content = response.content?.[type];
  if (content === undefined) return [`${type} is not declared`];
  return answer.body === undefined ? [] : check.faultsOf(content.schema, answer.body);
}

function mayHaveNoOperation({ method, path, status }: SeenAnswer): boolean {
  return (
    method === 'OPTIONS' ||
    WITHOUT_OPERATION.has(status) ||
    BEFORE_THE_ROUTER.has(status) ||
    ELSEWHERE.test(path)
  );
}

/** The operation that gave an answer. A path without parameters comes before one with parameters. */
function routeOf(
  { method, path }: SeenAnswer,
  routes: readonly DocumentedRoute[],
): DocumentedRoute | undefined {
  const fitting = routes.filter((route) => patternOf(route.path).test(path));
  const literal = fitting.filter((route) => !route.path.includes('{'));
  const wanted = method === 'HEAD' ? 'GET' : method;
  return (literal.length > 0 ? literal : fitting).find((route) => route.method === wanted);
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`);
}

/** The OpenAPI documents of this build. The first suite of a run asks a service for them and stores them in a file. */
async function documents(): Promise<Awaited<ReturnType<typeof openApiDocuments>>> {
  const file = process.env['TEST_DOCUMENTS'];
  if (file === undefined) throw new Error('TEST_DOCUMENTS is not set: global-setup.mjs sets it.');
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (kept !== null) return JSON.parse(kept);
  const { startApp } = await import('./app.js');
  const app = await startApp();
  try {
    const fetched = await openApiDocuments(app);
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(fetched));
    await rename(draft, file);
    return fetched;
  } finally {
    await app.stop();
  }
}
