import type { Structure } from '../staged/structure.js';

/** From a render thread to the process: a structure that it needs, or one that it has made. */
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
