/** A picture: one that the service serves itself, or an address elsewhere. */
export type BrandLogo =
  | { readonly address: string }
  | { readonly content: Uint8Array; readonly contentType: string };

/** The way in which the console shows whose service it is: that of the company whose customers the partners are. */
export interface Brand {
  readonly name: string | null;
  readonly logo: BrandLogo | null;
  /** `#rrggbb`. */
  readonly colour: string | null;
}
