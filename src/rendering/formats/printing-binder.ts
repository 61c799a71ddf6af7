import { TextLines } from '../domain/text-lines.js';
import { VariablePath } from '../domain/variable-path.js';
import { HtmlContextTracker } from '../staged/html-context-tracker.js';
import { markOf, type Piece } from '../staged/notation.js';
import type { MarkupRules } from '../staged/markup-rules.js';
import type { StagedProgram } from '../staged/staged-template.js';
import { FILLER, type VariableBinder, type VariableReference } from './shared/format.js';

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Replaces paths of variables with their values. See `printingParser`. */
export class PrintingBinder implements VariableBinder {
  constructor(private readonly expression: RegExp) {}

  flatten(data: string): string {
    return data.replace(this.expression, (found) => FILLER.repeat(found.length));
  }

  variables(data: string): readonly VariableReference[] {
    return [...data.matchAll(this.expression)].map(({ 1: name = '', index }) => {
      const path = VariablePath.root.into(...name.split('.'));
      return { path, as: 'value', offset: index, guards: [] };
    });
  }

  stage(data: string, rules: MarkupRules): StagedProgram {
    const tracker = new HtmlContextTracker(rules);
    const lines = new TextLines(data);
    const pieces: Piece[] = [];
    /** The paths of variables by the number of their piece. */
    const paths = new Map<number, readonly string[]>();
    const addText = (text: string) => {
      tracker.read(text);
      pieces.push(text);
    };
    let end = 0;
    for (const { 0: written, 1: name = '', index } of data.matchAll(this.expression)) {
      addText(data.slice(end, index));
      end = index + written.length;
      const { address } = tracker.context;
      tracker.passExpression();
      const at = lines.locationOf(index);
      const region = {
        kind: 'structure',
        address,
        at,
        raw: null,
        takesElements: false,
        isWatched: true,
      } as const;
      paths.set(pieces.length, name.split('.'));
      const values = [{ isEscaped: true, after: '' }];
      const shape = { region, start: '', values, isPlainSlot: false, isInside: false };
      pieces.push({ before: null, shape });
    }
    addText(data.slice(end));
    return {
      pieces,
      hasElements: false,
      run: (variables, collector) =>
        pieces
          .map((_, number) => {
            const path = paths.get(number);
            if (path === undefined) return markOf(number);
            return collector.write(number, [valueAt(variables, path)], escaped);
          })
          .join(''),
    };
  }
}

function valueAt(variables: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return variables;
  if (typeof variables !== 'object' || variables === null) return '';
  return valueAt(Object.getOwnPropertyDescriptor(variables, name)?.value, rest);
}

/** Prints a value escaped. Objects and booleans print nothing. */
function escaped(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value).replace(/[&<>"']/g, (character) => REFERENCES[character] ?? character);
}
