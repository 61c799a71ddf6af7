import { confideBody, leaksIn, seenLog } from '../support/seen-log.js';

/** Imported last by an entry file: looks back at all that the services of the suites before it have logged. */
describe('Every line logged during these suites', () => {
  it('holds no secret and nothing of a body', () => {
    expect(seenLog.length).toBeGreaterThan(0);
    expect(leaksIn(seenLog)).toEqual([]);
  });

  it('would be noticed if it did', () => {
    confideBody({ data: 'a "quoted" sentence of some document', authData: { password: 'hunter2!' } });
    const line = (fields: object) => JSON.stringify({ level: 'info', msg: 'request', ...fields });
    expect(leaksIn([line({ status: 200 })])).toEqual([]);
    expect(leaksIn([line({ body: 'a "quoted" sentence of some document.' })])).toHaveLength(1);
    expect(leaksIn([line({ route: '/?password=hunter2!' })])).toEqual(['hunter2!']);
  });
});
