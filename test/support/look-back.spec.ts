import { faultsOf } from './answer-check.js';
import { routesOf } from './documented.js';
import { noteSecretsOfBody, leaksIn, unrelatedRequestIds } from './seen-log.js';

const line = (fields: object) => JSON.stringify({ level: 'info', msg: 'request', ...fields });

describe('The check of a recorded log', () => {
  it('finds texts and secrets of a body', () => {
    noteSecretsOfBody({ data: 'a "quoted" sentence of some document', authData: { password: 'hunter2!' } });
    expect(leaksIn([line({ status: 200 })])).toEqual([]);
    expect(leaksIn([line({ body: 'a "quoted" sentence of some document.' })])).toHaveLength(1);
    expect(leaksIn([line({ route: '/?password=hunter2!' })])).toEqual(['hunter2!']);
  });

  it('finds the id of a request in a line about something else', () => {
    const stray = line({ msg: 'delivered', requestId: 'req_1' });
    expect(unrelatedRequestIds([line({ requestId: 'req_1' }), stray, line({ msg: 'started' })])).toEqual([
      stray,
    ]);
  });
});

describe('The check of recorded answers', () => {
  const schema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  const response = { content: { 'application/json': { schema } } };
  const routes = routesOf([
    { paths: { '/thing/{id}': { get: { responses: { 200: response } } } }, components: { schemas: {} } },
  ]);
  const answer = {
    method: 'GET',
    path: '/thing/1',
    status: 200,
    contentType: 'application/json',
    body: { id: 1 },
  };

  it('accepts declared answers, and 404 without an operation', () => {
    expect(faultsOf([answer, { ...answer, path: '/other', status: 404 }], routes)).toEqual([]);
  });

  it.each([
    ['no such operation', { path: '/other' }],
    ['the status is not declared', { status: 201 }],
    ['text/plain is not declared', { contentType: 'text/plain', body: undefined }],
    ['nothing was sent', { contentType: null, body: undefined }],
    ['must be integer', { body: { id: 'one' } }],
    ['must NOT have additional properties', { body: { id: 1, extra: true } }],
  ])('finds: %s', (fault, change) => {
    expect(faultsOf([{ ...answer, ...change }], routes)).toEqual([expect.stringContaining(fault)]);
  });
});
