import { takesPlainValues, type Region } from '../../staged/region.js';
import type { SlotCandidate, SlotShape } from '../../staged/slot-candidate.js';
import type { StagedPieces } from './staged-pieces.js';
import type { Operand, Step } from './steps.js';

/**
 * Writes the steps of a staged template. Texts become pieces, and a run (several values with only text between them)
 * becomes one step, because a template is faster with fewer steps and marks.
 */
export class RunWriter {
  private readonly steps: Step[] = [];
  /** The text before the next step. */
  private text = '';
  private candidates: SlotCandidate[] = [];
  private operands: Operand[] = [];

  /** @param isInside true within another candidate's output, where texts are written unchanged */
  constructor(
    private readonly pieces: StagedPieces,
    private readonly isInside: boolean,
  ) {}

  writeText(text: string): void {
    this.text += text;
  }

  /** Removes and returns the text written since the last such quote. Null if there is no quote after the last value. */
  takeBackTo(quote: string): string | null {
    const cut = this.text.lastIndexOf(quote) + 1;
    if (cut === 0) return null;
    const taken = this.text.slice(cut);
    this.text = this.text.slice(0, cut);
    return taken;
  }

  /** @param operands the candidate's values in order */
  writeSlot(slot: Pick<SlotShape, 'region' | 'start' | 'values'>, operands: readonly Operand[]): void {
    const { isInside } = this;
    const isPlainSlot = !isInside && isOneValue(slot) && takesPlainValues(slot.region);
    this.candidates.push({ before: this.takeText(), shape: { ...slot, isPlainSlot, isInside } });
    this.operands.push(...operands);
    // Inside another candidate, texts are separate steps.
    if (this.isInside) this.endRun();
  }

  /** Writes a candidate whose output these steps produce, including blocks. */
  writeBlockSlot(region: Region, inner: readonly Step[]): void {
    this.endRun();
    const { isInside } = this;
    const values = [{ isEscaped: false, after: '' }];
    const before = this.takeText();
    const shape = { region, start: '', values, isPlainSlot: false, isInside };
    this.steps.push({ kind: 'candidate', first: this.pieces.addCandidate(before, shape), steps: inner });
  }

  /** Writes any other step. */
  writeStep(step: Step): void {
    this.endRun();
    this.endText();
    this.steps.push(step);
  }

  /** Returns everything written. */
  end(): readonly Step[] {
    this.endRun();
    this.endText();
    return this.steps;
  }

  private endRun(): void {
    if (this.candidates.length === 0) return;
    // The candidates are adjacent, and the texts between them are pieces already.
    const [first = 0] = this.candidates.map(({ before, shape }) => this.pieces.addCandidate(before, shape));
    this.steps.push({ kind: 'run', first, operands: this.operands });
    this.candidates = [];
    this.operands = [];
  }

  private takeText(): number | null {
    if (this.isInside) this.endText();
    if (this.text === '') return null;
    const index = this.pieces.addText(this.text);
    this.text = '';
    return index;
  }

  private endText(): void {
    if (this.text === '') return;
    const { text } = this;
    this.text = '';
    if (this.isInside) this.steps.push({ kind: 'text', text });
    else this.steps.push({ kind: 'piece', piece: this.pieces.addText(text) });
  }
}

function isOneValue({ start, values }: Pick<SlotShape, 'start' | 'values'>): boolean {
  const [first] = values;
  return start === '' && values.length === 1 && first?.isEscaped === true && first.after === '';
}
