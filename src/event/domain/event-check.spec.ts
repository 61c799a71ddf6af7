import fc from 'fast-check';
import { InvalidInput } from '../../shared/domain/errors.js';
import { eventsOf, MAX_COMPANY_BYTES, MAX_DATA_BYTES, MAX_EMAILS } from './event-check.js';
import { partnerTypeNames, reportedTypeNames } from './event-types.js';

const NOW = new Date('2026-02-03T04:05:06.789Z');
const EVENT = { type: 'document.accepted', typeId: 'doc-1', companyId: 7, data: { status: 'accepted' } };

function problemsOf(body: unknown): { pointer: string; code: string }[] {
  try {
    eventsOf(body, NOW);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.problems.map(({ pointer, code }) => ({ pointer, code }));
  }
  return [];
}

describe('The events of a request', () => {
  it('may be one, or several in an array', () => {
    expect(eventsOf(EVENT, NOW)).toMatchObject([
      { key: null, createdAt: NOW, json: '{"status":"accepted"}' },
    ]);
    expect(eventsOf([{ ...EVENT, id: 'a' }, EVENT], NOW).map(({ key }) => key)).toEqual(['a', null]);
  });

  it.each(reportedTypeNames)('may be of type %s', (type) => {
    expect(problemsOf({ ...EVENT, type })).toEqual([]);
  });

  it.each(partnerTypeNames)('cannot be of type %s, which is for one partner alone', (type) => {
    expect(problemsOf({ ...EVENT, type })).toEqual([{ pointer: '/type', code: 'not_allowed' }]);
  });

  it('are refused with every problem of every event, each with its place', () => {
    expect(
      problemsOf([
        EVENT,
        { ...EVENT, companyId: 0, more: 1 },
        { id: '', type: 'x', createdAt: 'yesterday' },
        3,
      ]),
    ).toEqual([
      { pointer: '/1/more', code: 'unknown_member' },
      { pointer: '/1/companyId', code: 'out_of_range' },
      { pointer: '/2/id', code: 'too_short' },
      { pointer: '/2/type', code: 'not_allowed' },
      { pointer: '/2/typeId', code: 'required' },
      { pointer: '/2/companyId', code: 'required' },
      { pointer: '/2/createdAt', code: 'invalid_timestamp' },
      { pointer: '/2/data', code: 'required' },
      { pointer: '/3', code: 'wrong_type' },
    ]);
  });

  it.each([
    ['2026-02-29T00:00:00Z', 'invalid_timestamp'],
    ['2026-04-31T00:00:00+02:00', 'invalid_timestamp'],
    ['2026-01-01', 'invalid_timestamp'],
    ['2026-01-01T00:00:00', 'invalid_timestamp'],
    ['0000-12-31T23:59:59Z', 'invalid_timestamp'],
    [5, 'wrong_type'],
  ])('are refused with createdAt %s', (createdAt, code) => {
    expect(problemsOf({ ...EVENT, createdAt })).toEqual([{ pointer: '/createdAt', code }]);
  });

  it('have texts whose length is counted in code points', () => {
    const full = { id: '😀'.repeat(128), typeId: '😀'.repeat(255), brand: '😀'.repeat(255) };
    expect(problemsOf({ ...EVENT, ...full })).toEqual([]);
    const over = { id: `${full.id}x`, typeId: `${full.typeId}x`, brand: `${full.brand}x` };
    expect(problemsOf({ ...EVENT, ...over })).toEqual([
      { pointer: '/id', code: 'too_long' },
      { pointer: '/typeId', code: 'too_long' },
      { pointer: '/brand', code: 'too_long' },
    ]);
  });

  it('are 1 to 1,000', () => {
    expect(problemsOf([])).toEqual([{ pointer: '', code: 'out_of_range' }]);
    expect(problemsOf(Array.from({ length: 1_000 }, () => EVENT))).toEqual([]);
    expect(problemsOf(Array.from({ length: 1_001 }, () => EVENT))).toEqual([
      { pointer: '', code: 'out_of_range' },
    ]);
  });

  it('carry at most 1 MiB of data, counted in bytes', () => {
    const filled = (length: number, character: string) => ({
      ...EVENT,
      data: { a: character.repeat(length) },
    });
    expect(problemsOf(filled(MAX_DATA_BYTES - 8, 'x'))).toEqual([]);
    expect(problemsOf(filled(MAX_DATA_BYTES - 7, 'x'))).toEqual([{ pointer: '/data', code: 'too_long' }]);
    expect(problemsOf(filled(MAX_DATA_BYTES / 2, 'é'))).toEqual([{ pointer: '/data', code: 'too_long' }]);
  });

  it('ask for emails, each checked in its place', () => {
    const email = {
      kind: 'document',
      to: 'ada@client.example',
      language: 'en',
      link: { href: 'https://x.test' },
    };
    const company = { name: 'Kök AB' };
    expect(eventsOf({ ...EVENT, emails: [email], company, brand: 'b' }, NOW)).toMatchObject([
      { emails: [{ kind: 'document', to: 'ada@client.example', attachments: [] }], company, brand: 'b' },
    ]);
    expect(eventsOf({ ...EVENT, emails: null, company: null, brand: null }, NOW)).toMatchObject([
      { emails: [], company: null, brand: null },
    ]);
    expect(problemsOf([EVENT, { ...EVENT, emails: [email, { ...email, to: 'ada' }] }])).toEqual([
      { pointer: '/1/emails/1/to', code: 'invalid_address' },
    ]);
    expect(problemsOf({ ...EVENT, emails: {}, company: [], brand: 1 })).toEqual([
      { pointer: '/company', code: 'wrong_type' },
      { pointer: '/brand', code: 'wrong_type' },
      { pointer: '/emails', code: 'wrong_type' },
    ]);
    expect(problemsOf({ ...EVENT, company: { name: 'x'.repeat(MAX_COMPANY_BYTES) } })).toEqual([
      { pointer: '/company', code: 'too_long' },
    ]);
    expect(problemsOf({ ...EVENT, emails: Array.from({ length: MAX_EMAILS }, () => email) })).toEqual([]);
    expect(problemsOf({ ...EVENT, emails: Array.from({ length: MAX_EMAILS + 1 }, () => email) })).toEqual([
      { pointer: '/emails', code: 'too_long' },
    ]);
  });

  it('do not get members from a prototype', () => {
    expect(problemsOf(JSON.parse('{"__proto__": {"type": "document.accepted"}}'))).toContainEqual({
      pointer: '/type',
      code: 'required',
    });
    expect(problemsOf({ ...EVENT, type: 'constructor' })).toEqual([
      { pointer: '/type', code: 'not_allowed' },
    ]);
  });

  it('are accepted or refused, but never break the check', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(Array.isArray(problemsOf(body))).toBe(true);
      }),
    );
  });
});
