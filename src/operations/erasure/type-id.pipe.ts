import { Injectable, type PipeTransform } from '@nestjs/common';
import { hasMoreCharacters } from '../../shared/domain/characters.js';
import { InvalidInput } from '../../shared/domain/errors.js';
import { sanityProblems } from '../../shared/http/json-sanity.js';

const MAX_LENGTH = 255;

/** Reads the id of a document in a path, by the rules for ids in events. */
@Injectable()
export class TypeIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const isTooLong = hasMoreCharacters(value, MAX_LENGTH);
    if (!isTooLong && sanityProblems(value).length === 0) return value;
    throw new InvalidInput([
      {
        pointer: '',
        parameter: 'typeId',
        code: isTooLong ? 'too_long' : 'unstorable_text',
        message: `typeId in the path must have at most ${MAX_LENGTH} characters and no NUL.`,
      },
    ]);
  }
}
