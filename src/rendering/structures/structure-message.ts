/** A message from a render thread to the process: it needs a structure or program, or has made one. */
export type StructureMessage =
  | { readonly kind: 'load'; readonly number: number; readonly partnerId: number; readonly digest: string }
  | {
      readonly kind: 'save';
      readonly partnerId: number;
      readonly digest: string;
      readonly compressed: Uint8Array;
    };

/** The answer to `load`. */
export interface StructureReply {
  readonly number: number;
  readonly compressed: Uint8Array | null;
}
