import 'reflect-metadata';
import type { ModuleRef } from '@nestjs/core';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Max,
  Min,
  MinLength,
} from 'class-validator';
import fc from 'fast-check';
import { InvalidInput } from '../domain/errors.js';
import { InputPipe } from './input.pipe.js';
import { IsTimestamp } from './is-timestamp.js';
import { MaxCharacters } from './max-characters.js';
import { OptionalNotNull, Satisfies } from './satisfies.js';

const pipe = new InputPipe({} as ModuleRef);

/** Pointer and code of everything that the pipe reports for a body, in order. */
function faultsOf(metatype: new () => object, body: unknown): string[] {
  return problemsOf(metatype, body).map(({ pointer, code }) => `${pointer} ${code}`);
}

function problemsOf(metatype: new () => object, body: unknown) {
  try {
    pipe.transform(body, { type: 'body', metatype });
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.problems;
  }
}

function bodyWith(...decorators: readonly PropertyDecorator[]): new () => object {
  class Body {
    member: unknown;
  }
  for (const decorate of decorators) decorate(Body.prototype, 'member');
  return Body;
}

function judged(decorators: readonly PropertyDecorator[], value: unknown): string[] {
  return faultsOf(bodyWith(...decorators), { member: value });
}

describe('Problems from the decorators of class-validator', () => {
  it('count characters, not UTF-16 units', () => {
    const text = [IsString(), MinLength(2), MaxCharacters(3)];
    expect(judged(text, '😀😀😀')).toEqual([]);
    expect(judged(text, '😀😀😀😀')).toEqual(['/member too_long']);
    expect(judged(text, '😀')).toEqual(['/member too_short']);
    // Each heart has a variation selector.
    expect(judged(text, '❤️❤️')).toEqual(['/member too_long']);
    expect(judged(text, null)).toEqual(['/member wrong_type']);
  });

  it('report a value of another type once, by its type', () => {
    const types: [PropertyDecorator[], (value: unknown) => boolean][] = [
      [[IsString(), MinLength(0), MaxCharacters(Infinity)], (value) => typeof value === 'string'],
      [[IsBoolean()], (value) => typeof value === 'boolean'],
      [[IsInt(), Min(-Infinity), Max(Infinity)], (value) => Number.isInteger(value)],
      [[IsArray(), ArrayMaxSize(Infinity)], (value) => Array.isArray(value)],
      [[IsObject()], (value) => typeof value === 'object' && value !== null && !Array.isArray(value)],
    ];
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...types), (value, [decorators, fits]) => {
        expect(judged(decorators, value)).toEqual(fits(value) ? [] : ['/member wrong_type']);
      }),
    );
  });

  it('report numbers, choices and lists outside their bounds', () => {
    const number = [IsInt(), Min(1), Max(5)];
    expect(judged(number, 0)).toEqual(['/member out_of_range']);
    expect(judged(number, 6)).toEqual(['/member out_of_range']);
    expect(judged(number, 1.5)).toEqual(['/member wrong_type']);
    expect(problemsOf(bodyWith(...number), { member: 6 })[0]?.message).toBe('Must be from 1 to 5.');
    expect(judged([IsIn(['a', 'b'])], 'c')).toEqual(['/member not_allowed']);
    expect(judged([IsIn(['a', 'b'])], 'toString')).toEqual(['/member not_allowed']);
    expect(judged([IsIn(['a', 'b'])], 1)).toEqual(['/member wrong_type']);
    expect(judged([IsOptional(), IsIn(['a'])], null)).toEqual([]);
  });

  it('point to each item of a list that is wrong', () => {
    const list = [IsArray(), ArrayNotEmpty(), ArrayMaxSize(3), IsIn(['a'], { each: true })];
    expect(judged(list, ['a', 'b', 1])).toEqual(['/member/1 not_allowed', '/member/2 wrong_type']);
    expect(judged(list, ['b', 'b', 'b', 'b'])).toEqual(['/member too_long']);
    expect(judged(list, [])).toEqual(['/member too_short']);
    expect(judged(list, 'a')).toEqual(['/member wrong_type']);
  });

  it('use the message of the decorator if it has one, with the code from the table', () => {
    const body = bodyWith(ArrayNotEmpty({ message: 'Must name a scope.' }));
    expect(problemsOf(body, { member: [] })).toEqual([
      { pointer: '/member', code: 'too_short', message: 'Must name a scope.' },
    ]);
  });

  it('report values refused by decorators that are not in the table', () => {
    expect(judged([IsPositive()], -1)).toEqual(['/member invalid']);
    expect(judged([IsPositive()], undefined)).toEqual(['/member required']);
  });

  it('report times that are not in the calendar or have no zone', () => {
    for (const time of [
      '2026-02-28T00:00:00Z',
      '2024-02-29T23:59:59.999Z',
      '2026-03-01T12:00+02:00',
      '2026-03-01T12:00:00.123456-11:30',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
    ]) {
      expect([time, judged([IsTimestamp()], time)]).toEqual([time, []]);
    }
    for (const time of [
      '2026-02-30T00:00:00Z',
      '2025-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-01T24:30:00Z',
      '0000-12-31T23:59:59Z',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      '2026-01-01T00:00:00',
      '2026-01-01',
      'yesterday',
      '',
    ]) {
      expect([time, judged([IsTimestamp()], time)]).toEqual([time, ['/member invalid_timestamp']]);
    }
  });

  it('report everything at once, with unknown members and those inside value objects', () => {
    class Body {
      @IsString()
      @MinLength(1)
      'a/b': string;

      @OptionalNotNull()
      @IsBoolean()
      flag?: boolean;

      @Satisfies(() => [])
      @Satisfies((value) => [{ pointer: '/inner~1', code: `saw_${typeof value}`, message: 'Seen.' }], {
        evenIfAbsent: true,
      })
      always: unknown;
    }
    expect(faultsOf(Body, { flag: null, other: 2, createdAt: 'ignored', always: 1 }).sort()).toEqual([
      '/always/inner~1 saw_number',
      '/a~1b required',
      '/flag wrong_type',
      '/other unknown_member',
    ]);
    expect(faultsOf(Body, { 'a/b': '' }).sort()).toEqual([
      '/always required',
      '/always/inner~1 saw_undefined',
      '/a~1b too_short',
    ]);
  });

  it('leave the members of a body exactly as they were sent', () => {
    class Body {
      @IsObject()
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
