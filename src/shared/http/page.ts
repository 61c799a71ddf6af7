import { ApiPropertyOptional } from '@nestjs/swagger';
import { InvalidInput } from '../domain/errors.js';
import { FlagFromText, NumberFromText } from './from-text.js';
import { MAX_ID } from './id.pipe.js';
import { Flag, Optional, Text, Whole } from './rules.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

/** Which part of a list is asked for (CONTRACT 1). Extend it where a list takes more parameters. */
export class PageQuery {
  @ApiPropertyOptional({
    description: 'How many objects to answer with.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    example: 50,
  })
  @Optional()
  @NumberFromText()
  @Whole({ min: 1, max: MAX_LIMIT })
  limit: number = DEFAULT_LIMIT;

  @ApiPropertyOptional({
    description: 'Where to go on: taken from the `Link` header of the page before, and opaque.',
    type: 'string',
    example: 'MTAw',
  })
  @Optional()
  @Text({ min: 1, max: 512 })
  cursor?: string;

  /**
   * For lists by ascending id: the id after which the page starts, 0 for the first page.
   * @throws InvalidInput for a cursor that is not ours
   */
  get afterId(): number {
    if (this.cursor === undefined) return 0;
    const text = decodeCursor(this.cursor);
    if (!/^[1-9][0-9]{0,9}$/.test(text) || Number(text) > MAX_ID) throw badCursor();
    return Number(text);
  }
}

/** A page of a list that also knows its deleted objects. */
export class ListQuery extends PageQuery {
  @ApiPropertyOptional({
    description: 'With `true` the deleted objects instead, so that an undo can be found.',
    type: 'boolean',
    default: false,
    example: false,
  })
  @Optional()
  @FlagFromText()
  @Flag()
  deleted: boolean = false;
}

/** A part of a list as it is sent: a bare array, and `Link: <…>; rel="next"` while there is more. */
export class Page<Item> {
  constructor(
    readonly items: readonly Item[],
    readonly nextCursor: string | null,
  ) {}

  /**
   * The page of rows of which one more than `limit` was read, to see whether there is more. `cursorOf` says where to go
   * on after a row, in plain text.
   */
  static of<Row, Item = Row>(
    rows: readonly Row[],
    limit: number,
    cursorOf: (row: Row) => string,
    itemOf: (row: Row) => Item,
  ): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return new Page(shown.map(itemOf), hasMore ? encodeCursor(cursorOf(last)) : null);
  }
}

/** Makes a cursor that says nothing to who holds it. */
export function encodeCursor(value: string): string {
  return Buffer.from(value).toString('base64url');
}

/** What `encodeCursor` was given. @throws InvalidInput when the text cannot have come from it */
export function decodeCursor(cursor: string): string {
  const value = Buffer.from(cursor, 'base64url').toString();
  if (value === '' || encodeCursor(value) !== cursor) throw badCursor();
  return value;
}

/** For cursors that decode, but do not name a place in the list. */
export function badCursor(): InvalidInput {
  return new InvalidInput([
    {
      pointer: '',
      parameter: 'cursor',
      code: 'invalid_cursor',
      message: 'The query parameter cursor must be taken from the Link header of the page before.',
    },
  ]);
}
