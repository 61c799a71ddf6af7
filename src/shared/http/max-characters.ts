import { ValidateBy } from 'class-validator';
import { hasMoreCharacters } from '../domain/characters.js';

/**
 * Limits the characters of a text, counted as code points like in JSON Schema. class-validator's `@MaxLength()` leaves
 * out variation selectors, so that a text of emoji could be twice as long.
 */
export function MaxCharacters(max: number): PropertyDecorator {
  return ValidateBy({
    name: 'maxLength',
    constraints: [max],
    validator: {
      validate: (value: unknown) => typeof value === 'string' && !hasMoreCharacters(value, max),
    },
  });
}
