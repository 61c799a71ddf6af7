import { ValidateBy } from 'class-validator';
import { timeIn } from '../domain/timestamp.js';

/**
 * Accepts a point in time in ISO 8601 with a time zone, such as 2026-02-03T04:05:06.789Z. class-validator's
 * `@IsISO8601()` also accepts dates, weeks, and times without a zone.
 */
export function IsTimestamp(): PropertyDecorator {
  return ValidateBy({
    name: 'isTimestamp',
    validator: { validate: (value: unknown) => typeof value === 'string' && timeIn(value) !== null },
  });
}
