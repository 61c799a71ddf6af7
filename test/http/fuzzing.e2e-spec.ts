import * as fc from 'fast-check';
import { emailTo } from '../email/emails.js';
import { eventOf, report } from '../delivery/deliveries.js';
import {
  INTERNAL_TOKEN,
  type Json,
  startApp,
  type TestAnswer,
  type TestApp,
  type TestPartner,
} from '../support/app.js';
import { documentedRoutes, type DocumentedRoute } from '../support/documented.js';
import { type FuzzedRequest, invalidRequests, validRequests } from '../support/fuzzed-requests.js';
import { SchemaCheck } from '../support/schema-check.js';

/** The same requests in every run. Change the seed for others; FUZZ_RUNS sets their number. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const VALID_RUNS = Number(process.env['FUZZ_RUNS'] ?? 4);
const MISTAKEN_RUNS = Math.ceil((VALID_RUNS * 2) / 3);

/** Headers with a meaning for callers. If an answer has one, the document must declare it. */
const MEANINGFUL_HEADERS = ['ETag', 'Link', 'Livery-Warnings', 'Location', 'Retry-After', 'WWW-Authenticate'];

/**
 * Rules that a schema cannot express, by pointer and code. They may refuse a request that conforms to the document. Any
 * other 400 for such a request is a fault of the document.
 */
const BEYOND_SCHEMAS = [
  // The allowed values of one member depend on another.
  /^\/inlineStyles not_allowed$/,
  /^\/(jwksUrl|publicKey) (required|not_allowed)$/,
  /^\/authType required$/,
  /^\/document (required|not_allowed)$/,
  /^since out_of_range$/,
  /^\/authData(\/.*)? /,
  // At least one filter is needed, in the query or in the body.
  /^ required$/,
  // The body must agree with the path, or with stored objects.
  /^after invalid_after$/,
  /^\/kind not_allowed$/,
  /^\/(templateId|companyId) not_found$/,
  /^\/expiresAt out_of_range$/,
  // The cells depend on settings.
  /^cell unknown_cell$/,
  // Languages of their own: paths into documents, addresses, names in handlebars, domains, and keys in PEM.
  /^\/(email|to|replyTo) invalid_address$/,
  /^\/name invalid_name$/,
  /^\/(includePaths|conditions)(\/.*)? invalid_/,
  /^\/publicKey invalid_key$/,
  /^\/dkim\/(domain|selector) invalid_domain$/,
  /^\/dkim\/privateKey (invalid_key|required)$/,
];

describe('Requests made from the OpenAPI documents', () => {
  let app: TestApp;
  let partner: TestPartner;
  let routes: readonly DocumentedRoute[];
  let checks: ReadonlyMap<unknown, SchemaCheck>;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_PER_PARTNER: '0', RATE_LIMIT_PER_ADDRESS: '0' });
    // Small ids belong to partners that requests may change and delete. The caller has a larger one.
    for (let count = 0; count < 10; count++) await app.partner();
    partner = await app.partner();
    await fill();
    routes = await documentedRoutes(app);
    checks = new Map(routes.map(({ document }) => [document, new SchemaCheck(document)]));
  });
  afterAll(() => app.stop());

  /** Creates some objects of every kind, so that small ids exist. */
  async function fill(): Promise<void> {
    const post = (path: string, body: unknown) => app.request('POST', path, { key: partner.key, body });
    for (let count = 0; count < 8; count++) {
      await post('/partner/emailTemplate', {
        type: 'html',
        parser: 'hbs',
        data: '<p>{{clientFirstName}}</p>',
      });
      await post('/partner/webhookSubscription', {
        type: 'document.accepted',
        isActive: true,
        url: 'https://hooks.partner.example/',
        includePaths: ['*'],
      });
    }
    await report(app, eventOf(partner, { emails: [emailTo('ada@client.example')] }));
  }

  const send = async ({ method, path }: DocumentedRoute, request: FuzzedRequest): Promise<TestAnswer> => {
    const { key } = path.startsWith('/partner/') ? partner : { key: INTERNAL_TOKEN };
    return app.request(method, request.path, {
      key,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
    });
  };

  /** The faults of an answer to the operation. */
  const faultsOf = (route: DocumentedRoute, request: FuzzedRequest, answer: TestAnswer): string[] => {
    const response = route.operation.responses[answer.status];
    if (response === undefined) return [`status ${answer.status} is not documented`];
    if (answer.status >= 500) return [`status ${answer.status}`];
    if (!request.isValid && answer.status < 300) return [`a mistaken request was answered ${answer.status}`];
    if (request.isValid && answer.status === 400) {
      const errors: readonly Json[] = answer.body.errors ?? [{ pointer: '', code: answer.body.code }];
      const shapes = errors
        .map(({ pointer, parameter, code }) => `${parameter ?? pointer} ${code}`)
        .filter((refusal) => !BEYOND_SCHEMAS.some((rule) => rule.test(refusal)));
      if (shapes.length > 0) return [`refused: ${shapes.join(', ')}`];
    }
    const undocumented = MEANINGFUL_HEADERS.filter(
      (name) => answer.headers.has(name) && response.headers?.[name] === undefined,
    );
    if (undocumented.length > 0) return undocumented.map((name) => `${name} is not documented`);
    if (answer.text === '') return response.content === undefined ? [] : ['nothing was sent'];
    const type = answer.headers.get('content-type')?.split(';', 1).join() ?? '';
    const content = response.content?.[type];
    if (content === undefined) return [`${type} is not documented for ${answer.status}`];
    if (answer.body === undefined) return [];
    return [...checks.get(route.document)!.faultsOf(content.schema, answer.body)];
  };

  const fuzz = async (route: DocumentedRoute, requests: fc.Arbitrary<FuzzedRequest>, count: number) => {
    const faults = new Set<string>();
    for (const request of fc.sample(requests, { seed: SEED, numRuns: count })) {
      const answer = await send(route, request);
      for (const fault of faultsOf(route, request, answer)) {
        const { path, headers, body } = request;
        faults.add(`${fault}: ${route.method} ${path} ${JSON.stringify({ headers, body })} → ${answer.text}`);
      }
    }
    return [...faults].map((fault) => fault.slice(0, 1_500));
  };

  /** Ends the credential that it is called with. */
  const isEnding = ({ method, path }: DocumentedRoute) => method === 'DELETE' && path === '/partner/session';

  it.each([
    ['that keep to them are accepted, or refused for a reason beyond schemas', validRequests, VALID_RUNS],
    ['with one mistake are refused', invalidRequests, MISTAKEN_RUNS],
  ])('%s, and answered as documented', async (_title, requestsOf, count) => {
    const faults: string[] = [];
    for (const route of routes) {
      if (!isEnding(route)) faults.push(...(await fuzz(route, requestsOf(route), count)));
    }
    expect(faults).toEqual([]);
  });
});
