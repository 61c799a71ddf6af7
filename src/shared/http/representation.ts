import { createHash } from 'node:crypto';

interface RepresentationOptions {
  /** Path of the object just created: makes the answer carry `Location`. */
  readonly location?: string;
  /** Other headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A single object as it is sent: the view as JSON, `ETag` made of the tag (for stored objects `id.version`), and
 * `Location` for a new one. Controllers return it.
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

  /** Of an object without a version of its own: its tag follows from what is shown. */
  static byContent<View extends object>(view: View): Representation<View> {
    const tag = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 22);
    return new Representation(view, tag);
  }
}

/** A strong tag in quotes, for `ETag` and for comparing with `If-Match`. */
export function entityTag(tag: string): string {
  return `"${tag}"`;
}
