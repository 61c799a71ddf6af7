import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { InvalidInput } from '../domain/errors.js';
import { FlagFromText, NumberFromText } from './from-text.js';
import { MAX_ID } from './id.pipe.js';
import { MaxCharacters } from './max-characters.js';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;
const MAX_CURSOR_LENGTH = 64;
const ID_CURSOR = /^[1-9][0-9]{0,9}$/;

/** OpenAPI of `cursor` for every list, which adds the pattern and an example. */
export const CURSOR_DOCS = {
  description: 'Where to continue, from the `Link` header of the previous page. Its content may change.',
  type: 'string',
} as const;

/** The query parameters of a list. Extend it for further parameters. */
export class PageQuery {
  @ApiPropertyOptional({
    description: 'How many objects to return.',
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    example: 50,
  })
  @IsOptional()
  @NumberFromText()
  @IsInt()
  @Min(1)
  @Max(MAX_LIMIT)
  limit: number = DEFAULT_LIMIT;

  @ApiPropertyOptional({
    ...CURSOR_DOCS,
    pattern: ID_CURSOR.source,
    minLength: 1,
    maxLength: 10,
    example: '100',
  })
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxCharacters(MAX_CURSOR_LENGTH)
  cursor?: string;

  /**
   * For lists ordered by id: the id after which the page starts, 0 for the first page.
   * @throws InvalidInput for an invalid cursor
   */
  get afterId(): number {
    if (this.cursor === undefined) return 0;
    if (!ID_CURSOR.test(this.cursor)) throw badCursor();
    // Nothing follows the greatest id.
    return Math.min(Number(this.cursor), MAX_ID);
  }
}

/** The query parameters of a list that can also show deleted objects. */
export class ListQuery extends PageQuery {
  @ApiPropertyOptional({
    description: 'With `true`, lists deleted objects instead.',
    type: 'boolean',
    default: false,
    example: false,
  })
  @IsOptional()
  @FlagFromText()
  @IsBoolean()
  deleted: boolean = false;

  /** @throws InvalidInput for an invalid cursor */
  get range(): { readonly afterId: number; readonly deleted: boolean; readonly limit: number } {
    return { afterId: this.afterId, deleted: this.deleted, limit: this.limit };
  }
}

/** A part of a list, sent as a bare array, with `Link: <…>; rel="next"` if there is more. */
export class Page<Item> {
  private constructor(
    readonly items: readonly Item[],
    /** The cursor of the next page; null at the end of the list. */
    readonly nextCursor: string | null,
    private readonly cursorOf: (index: number) => string,
    /** The query parameter that takes the cursor. */
    readonly cursorName = 'cursor',
  ) {}

  /**
   * Creates a page from rows, of which one more than `limit` was read to see whether there is more.
   * @param cursorOf the cursor after a row
   */
  static of<Row, Item = Row>(
    rows: readonly Row[],
    limit: number,
    cursorOf: (row: Row) => string,
    itemOf: (row: Row) => Item,
  ): Page<Item> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const next = rows.length > limit && last !== undefined ? cursorOf(last) : null;
    return Page.upTo(shown, next, cursorOf, itemOf);
  }

  /** Creates a page from rows. @param next the cursor of the next page; null at the end of the list */
  static upTo<Row, Item>(
    rows: readonly Row[],
    next: string | null,
    cursorOf: (row: Row) => string,
    itemOf: (row: Row) => Item,
    cursorName?: string,
  ): Page<Item> {
    const cursors = rows.map(cursorOf);
    return new Page(rows.map(itemOf), next, (index) => cursors[index] ?? '', cursorName);
  }

  /** Converts each item. */
  map<Other>(itemOf: (item: Item) => Other): Page<Other> {
    return new Page(this.items.map(itemOf), this.nextCursor, this.cursorOf, this.cursorName);
  }

  /** The cursor after the first `count` items; null if nothing follows. */
  cursorAfter(count: number): string | null {
    return count < this.items.length ? this.cursorOf(count - 1) : this.nextCursor;
  }
}

/** A page whose items may be large, so they are produced in parts while the page is sent. */
export class PageInParts<Item> {
  readonly nextCursor: string | null;

  private constructor(
    readonly parts: AsyncIterable<readonly Item[]>,
    nextAfter: number | null,
  ) {
    this.nextCursor = nextAfter === null ? null : String(nextAfter);
  }

  /** @param nextAfter the id after which the list continues; null at its end */
  static of<Row, Item>(
    rows: AsyncIterable<readonly Row[]>,
    nextAfter: number | null,
    itemsOf: (rows: readonly Row[]) => readonly Item[] | Promise<readonly Item[]>,
  ): PageInParts<Item> {
    async function* parts(): AsyncGenerator<readonly Item[]> {
      for await (const part of rows) yield await itemsOf(part);
    }
    return new PageInParts(parts(), nextAfter);
  }
}

/** The error for an invalid cursor. */
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
