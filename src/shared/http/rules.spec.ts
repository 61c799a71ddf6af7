import 'reflect-metadata';
import type { ModuleRef } from '@nestjs/core';
import fc from 'fast-check';
import { InvalidInput } from '../domain/errors.js';
import { InputPipe } from './input.pipe.js';
import { Flag, JsonObject, Obeys, OneOf, Optional, Text, TextList, Timestamp, Whole } from './rules.js';

const pipe = new InputPipe({} as ModuleRef);

/** Pointer and code of everything the pipe says of a body, in order. */
function faultsOf(metatype: new () => object, body: unknown): string[] {
  try {
    pipe.transform(body, { type: 'body', metatype });
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.problems.map(({ pointer, code }) => `${pointer} ${code}`);
  }
}

/** What one rule says of one value. */
function judged(rule: PropertyDecorator, value: unknown): string[] {
  class Body {
    member: unknown;
  }
  rule(Body.prototype, 'member');
  return faultsOf(Body, { member: value });
}

describe('The rules of inputs', () => {
  it('measure text in characters as people count them, and in bytes', () => {
    expect(judged(Text({ max: 3 }), '😀😀😀')).toEqual([]);
    expect(judged(Text({ max: 3 }), '😀😀😀😀')).toEqual(['/member too_long']);
    expect(judged(Text({ min: 1 }), '')).toEqual(['/member too_short']);
    expect(judged(Text({ min: 2 }), '😀')).toEqual(['/member too_short']);
    expect(judged(Text({ maxBytes: 4 }), '😀')).toEqual([]);
    expect(judged(Text({ maxBytes: 4 }), 'åäö')).toEqual(['/member too_long']);
    expect(judged(Text(), null)).toEqual(['/member wrong_type']);
    expect(judged(Text({ nullable: true }), null)).toEqual([]);
  });

  it('take no value of another type for theirs', () => {
    const rules: [PropertyDecorator, (value: unknown) => boolean][] = [
      [Text(), (value) => typeof value === 'string'],
      [Flag(), (value) => typeof value === 'boolean'],
      [Whole({ min: -Infinity, max: Infinity }), (value) => Number.isInteger(value)],
      [JsonObject(), (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
    ];
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...rules), (value, [rule, fits]) => {
        expect(judged(rule, value)).toEqual(fits(value) ? [] : ['/member wrong_type']);
      }),
    );
  });

  it('keep numbers, choices and lists within their bounds', () => {
    expect(judged(Whole({ min: 1, max: 5 }), 0)).toEqual(['/member out_of_range']);
    expect(judged(Whole({ min: 1, max: 5 }), 6)).toEqual(['/member out_of_range']);
    expect(judged(Whole({ min: 1, max: 5 }), 1.5)).toEqual(['/member wrong_type']);
    expect(judged(OneOf(['a', 'b']), 'c')).toEqual(['/member not_allowed']);
    expect(judged(OneOf(['a', 'b']), 'toString')).toEqual(['/member not_allowed']);
    expect(judged(OneOf(['a'], { nullable: true }), null)).toEqual([]);
    expect(judged(TextList({ allowed: ['a'] }), ['a', 'b', 1])).toEqual([
      '/member/1 not_allowed',
      '/member/2 wrong_type',
    ]);
    expect(judged(TextList({ max: 1 }), ['a', 'b'])).toEqual(['/member too_long']);
  });

  it('know times by the calendar and with their zone', () => {
    for (const time of [
      '2026-02-28T00:00:00Z',
      '2024-02-29T23:59:59.999Z',
      '2026-03-01T12:00+02:00',
      '2026-03-01T12:00:00.123456-11:30',
    ]) {
      expect([time, judged(Timestamp(), time)]).toEqual([time, []]);
    }
    for (const time of [
      '2026-02-30T00:00:00Z',
      '2025-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-01T24:30:00Z',
      '2026-01-01T00:00:00',
      '2026-01-01',
      'yesterday',
      '',
    ]) {
      expect([time, judged(Timestamp(), time)]).toEqual([time, ['/member invalid_timestamp']]);
    }
  });

  it('tell everything at once, each thing once, with unknown members', () => {
    class Body {
      @Text({ min: 1 })
      @Text({ max: 5 })
      'a/b': string;

      @Optional()
      @Flag()
      flag?: boolean;

      @Obeys((value) => [{ pointer: '/inner~1', code: `saw_${typeof value}`, message: 'Seen.' }], {
        alsoAbsent: true,
      })
      always: unknown;
    }
    expect(faultsOf(Body, { flag: 1, other: 2, createdAt: 'ignored' }).sort()).toEqual([
      '/always/inner~1 saw_undefined',
      '/a~1b required',
      '/flag wrong_type',
      '/other unknown_member',
    ]);
  });

  it('leave the members of a body exactly as they were sent', () => {
    class Body {
      @JsonObject()
      document: object;
    }
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), fc.jsonValue()),
        (document) => {
          const input = pipe.transform({ document }, { type: 'body', metatype: Body });
          expect(input).toBeInstanceOf(Body);
          expect((input as Body).document).toBe(document);
        },
      ),
    );
  });
});
