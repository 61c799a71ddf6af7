import { ANY, type Segment } from '../../shared/domain/document-path.js';

/**
 * The path of a value in a template's data: names of members, and ANY for the elements of a list. Written like the
 * paths of webhook subscriptions: `document.data.items.*.name`, with `\.` for a dot in a name.
 */
export class VariablePath {
  private constructor(readonly segments: readonly Segment[]) {}

  static readonly root = new VariablePath([]);

  get isRoot(): boolean {
    return this.segments.length === 0;
  }

  /** The path of a member or element inside this one. */
  into(...segments: readonly Segment[]): VariablePath {
    return new VariablePath([...this.segments, ...segments]);
  }

  /**
   * True if the data has no value at this path; for members of elements, if any element has none. Members of an empty
   * or missing list do not count as missing.
   */
  isMissingIn(data: unknown): boolean {
    return isMissing(data, this.segments);
  }

  toString(): string {
    return this.segments
      .map((segment) => {
        if (segment === ANY) return '*';
        return segment === '*' ? '\\*' : segment.replaceAll('\\', '\\\\').replaceAll('.', '\\.');
      })
      .join('.');
  }
}

function isMissing(value: unknown, [segment, ...rest]: readonly Segment[]): boolean {
  if (segment === undefined) return value === undefined;
  if (segment === ANY) {
    return typeof value === 'object' && value !== null && isMissingInSome(Object.values(value), rest);
  }
  if (value === null || value === undefined) return true;
  if (Object.hasOwn(Object(value), segment)) return isMissing(memberOf(value, segment), rest);
  // A block named after a list iterates over it.
  return Array.isArray(value) ? isMissingInSome(value, [segment, ...rest]) : true;
}

function isMissingInSome(values: readonly unknown[], rest: readonly Segment[]): boolean {
  return values.some((value) => isMissing(value, rest));
}

function memberOf(value: unknown, name: string): unknown {
  return Object.getOwnPropertyDescriptor(Object(value), name)?.value;
}
