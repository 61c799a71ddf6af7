import { createHash } from 'node:crypto';

interface RepresentationOptions {
  /** The path of a created object, sent as `Location`. */
  readonly location?: string;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What controllers return to send a single object: the view as JSON, an `ETag` from the tag (`id.version` for stored
 * objects), and `Location` for a created one.
 */
export class Representation<View extends object> {
  readonly location: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly view: View,
    readonly tag: string,
    { location, headers }: RepresentationOptions = {},
  ) {
    this.location = location ?? null;
    this.headers = headers ?? {};
  }

  /** For objects without a version: derives the tag from the view. */
  static byContent<View extends object>(view: View): Representation<View> {
    const tag = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 22);
    return new Representation(view, tag);
  }
}

/** A strong tag in quotes, for `ETag` and for comparison with `If-Match`. */
export function entityTag(tag: string): string {
  return `"${tag}"`;
}
