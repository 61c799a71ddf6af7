import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { InvalidInput, NotFound } from '../domain/errors.js';

/** The largest id there can be: a PostgreSQL integer. */
export const MAX_ID = 2_147_483_647;

/**
 * Parses an id in a path: `@Param('id', new IdPipe('partner'))`. Refuses anything but `[1-9][0-9]*` with 400. Answers
 * 404 for a number that is too large for an id, like for an unknown id.
 */
export class IdPipe implements PipeTransform<unknown, number> {
  constructor(private readonly object: string) {}

  transform(value: unknown, { data: name = 'id' }: ArgumentMetadata): number {
    if (typeof value !== 'string' || !/^[1-9][0-9]*$/.test(value)) {
      throw new InvalidInput([
        {
          pointer: '',
          parameter: name,
          code: 'invalid_id',
          message: `${name} in the path must be a positive whole number.`,
        },
      ]);
    }
    if (Number(value) > MAX_ID) throw NotFound.of(this.object, value);
    return Number(value);
  }
}
