import type { Structure } from '../staged/structure.js';

/** A message from a render thread to the process: it needs a structure, or has made one. */
export type StructureMessage =
  | { readonly kind: 'load'; readonly number: number; readonly partnerId: number; readonly digest: string }
  | {
      readonly kind: 'save';
      readonly partnerId: number;
      readonly digest: string;
      readonly structure: Structure;
    };

/** The answer to `load`. */
export interface StructureReply {
  readonly number: number;
  readonly structure: Structure | null;
}
