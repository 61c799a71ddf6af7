interface RepresentationOptions {
  /** Path of the object just created: makes the answer carry `Location`. */
  readonly location?: string;
}

/**
 * A single object as it is sent: the view as JSON, `ETag` made of the tag (for stored objects `id.version`), and
 * `Location` for a new one. Controllers return it.
 */
export class Representation<View extends object> {
  readonly location: string | null;

  constructor(
    readonly view: View,
    readonly tag: string,
    { location }: RepresentationOptions = {},
  ) {
    this.location = location ?? null;
  }
}

/** A tag as it stands in `ETag` and is compared with `If-Match`: strong, in quotes. */
export function entityTag(tag: string): string {
  return `"${tag}"`;
}
