import type { Piece } from '../../staged/notation.js';
import type { SlotShape } from '../../staged/slot-candidate.js';
import type { StagedSteps } from './staging.js';

/** The stored form of a staged template, with the shapes of its candidates apart from the pieces. */
interface StagedForm extends Omit<StagedSteps, 'pieces'> {
  readonly pieces: readonly (string | readonly [before: number | null, shape: number])[];
  readonly shapes: readonly SlotShape[];
}

/** Converts a staged template to a value that JSON can represent. */
export function formOf({ pieces, ...rest }: StagedSteps): StagedForm {
  const shapes = new Map<SlotShape, number>();
  const numberOf = (shape: SlotShape): number => {
    const number = shapes.get(shape) ?? shapes.size;
    shapes.set(shape, number);
    return number;
  };
  const written = pieces.map((piece) =>
    typeof piece === 'string' ? piece : ([piece.before, numberOf(piece.shape)] as const),
  );
  return { ...rest, pieces: written, shapes: [...shapes.keys()] };
}

/** Restores a staged template from its form; null if the value is not a form. */
export function stagedFrom(form: unknown): StagedSteps | null {
  if (!isForm(form)) return null;
  const { pieces, shapes, program, hasElements } = form;
  const restored: Piece[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      restored.push(piece);
      continue;
    }
    const [before, number] = piece;
    const shape = shapes[number];
    if (shape === undefined) return null;
    restored.push({ before, shape });
  }
  return { program, pieces: restored, hasElements };
}

/** Checks only the outer structure: this file alone writes forms, and a checksum protects their content. */
function isForm(value: unknown): value is StagedForm {
  if (typeof value !== 'object' || value === null) return false;
  return 'pieces' in value && Array.isArray(value.pieces) && 'shapes' in value && 'program' in value;
}
