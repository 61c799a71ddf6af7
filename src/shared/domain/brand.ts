/** A logo: one that the service itself serves, or an address elsewhere. */
export type BrandLogo =
  | { readonly address: string }
  | { readonly content: Uint8Array; readonly contentType: string };

/** How the console presents the company whose service it is. */
export interface Brand {
  readonly name: string | null;
  readonly logo: BrandLogo | null;
  /** `#rrggbb`. */
  readonly colour: string | null;
}
