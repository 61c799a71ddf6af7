import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { InvalidInput, NotFound } from '../domain/errors.js';

/** The largest id there can be: a PostgreSQL integer. */
export const MAX_ID = 2_147_483_647;

/**
 * The id in a path, as a number. What is no `[1-9][0-9]*` is refused with 400; a number too large to be an id belongs
 * to nothing, so it is answered 404.
 */
@Injectable()
export class IdPipe implements PipeTransform<unknown, number> {
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
    if (Number(value) > MAX_ID) throw new NotFound();
    return Number(value);
  }
}
