import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { suggestionFor, isElse, isEnd } from './foreign-syntax-suggestions.js';
import { type Expression, expressionsOf } from './expressions.js';

const NAME = /^\{\{~?[#^/][>*]?\s*([^\s}|~(]*)/;
const VALUE = /^\{\{~?\s*([\w-]+)\s*~?\}\}$/;
const MAX_SHOWN = 60;

/** A block that was still open at the end of one around it. */
interface OverlappingBlock extends OpenBlock {
  /** That end. */
  readonly by: Expression;
}

interface OpenBlock {
  readonly expression: Expression;
  readonly name: string;
  /** The else expressions of the block. */
  readonly elses: Expression[];
  /** True if the last else has no condition, so that no other can follow. */
  hasLastElse: boolean;
  /** An end of the block in the syntax of another template language. */
  foreignEnd: Expression | null;
}

/**
 * Finds all blocks that are not closed, closed by another name, or closed without being opened. `broken`: the
 * expressions without which all others match.
 */
export function blockFaults(data: string): {
  readonly faults: readonly SourceFault[];
  readonly broken: readonly Expression[];
} {
  const faults: SourceFault[] = [];
  const broken: Expression[] = [];
  const open: OpenBlock[] = [];
  const overlapping: OverlappingBlock[] = [];
  const lines = new TextLines(data);
  const note = (expression: Expression, code: string, message: string) => {
    faults.push({ code, message, offset: expression.start });
    broken.push(expression);
  };
  const leaveOpen = (blocks: readonly OpenBlock[]) => {
    for (const { expression, name, elses, foreignEnd } of blocks) {
      if (foreignEnd !== null) {
        const message = `Write {{/${name}}} in place of ${shown(data, foreignEnd)}.`;
        note(foreignEnd, 'unknown_helper', message);
        broken.push(expression);
      } else {
        const message = `${shown(data, expression)} is never closed: write {{/${name}}} where it ends.`;
        note(expression, 'unclosed_block', message);
      }
      broken.push(...elses);
    }
  };
  for (const expression of expressionsOf(data)) {
    const opened = expression.kind === 'block' ? nameIn(data, expression) : '';
    if (isElse(opened)) {
      note(expression, 'unknown_helper', elseFor(data, expression, opened));
      continue;
    }
    const last = open.at(-1);
    if (expression.kind === 'block') open.push(openBlock(expression, nameIn(data, expression)));
    if (last !== undefined && expression.kind === 'value') {
      const [, value = ''] = VALUE.exec(data.slice(expression.start, expression.end)) ?? [];
      if (isEnd(value)) last.foreignEnd ??= expression;
    }
    if (last !== undefined && (expression.kind === 'else' || expression.kind === 'chain')) {
      if (last.hasLastElse) note(expression, 'unexpected_text', secondElse(data, expression, last));
      else last.elses.push(expression);
      last.hasLastElse ||= expression.kind === 'else';
    }
    if (expression.kind !== 'end') continue;
    const name = nameIn(data, expression);
    const index = open.findLastIndex((block) => block.name === name);
    const overlap = overlapping.findLast((block) => block.name === name && block.name !== last?.name);
    if (index >= 0) {
      overlapping.push(...open.splice(index + 1).map((block) => ({ ...block, by: expression })));
      open.pop();
    } else if (overlap !== undefined) {
      overlapping.splice(overlapping.indexOf(overlap), 1);
      const { line } = lines.locationOf(overlap.expression.start);
      const message = `${shown(data, overlap.by)} comes before the end of ${shown(data, overlap.expression)} in line ${line}: write {{/${name}}} before it, and remove it ${linesApart(lines, overlap.by, expression)}.`;
      faults.push({ code: 'block_mismatch', message, offset: overlap.by.start });
      broken.push(expression, overlap.expression, ...overlap.elses);
    } else if (last === undefined) {
      note(expression, 'unexpected_block_end', `${shown(data, expression)} closes nothing.`);
    } else {
      const { line } = lines.locationOf(last.expression.start);
      const opened = `${shown(data, last.expression)} in line ${line}`;
      note(
        expression,
        'block_mismatch',
        `${shown(data, expression)} cannot close ${opened}: write {{/${last.name}}}.`,
      );
      broken.push(last.expression, ...last.elses);
      open.pop();
    }
  }
  leaveOpen([...overlapping, ...open]);
  return { faults, broken };
}

/** Where the later one of two expressions is, seen from the other. */
function linesApart(lines: TextLines, one: Expression, other: Expression): string {
  const [first, second] = [one, other].map(({ start }) => lines.locationOf(start).line);
  return first === second ? 'after it' : `in line ${second}`;
}

function openBlock(expression: Expression, name: string): OpenBlock {
  return { expression, name, elses: [], hasLastElse: false, foreignEnd: null };
}

function secondElse(data: string, expression: Expression, { expression: block }: OpenBlock): string {
  const opened = shown(data, block);
  return expression.kind === 'chain'
    ? `${shown(data, expression)} comes after the {{else}} of ${opened}: move it before the {{else}}.`
    : `${opened} has an {{else}} already: remove this one, or give the first a condition, as in {{else if …}}.`;
}

/** The message for an else that is written as a block. */
function elseFor(data: string, { start, end }: Expression, name: string): string {
  const words = data
    .slice(start, end)
    .replace(/^[{~#\s]+|[~}\s]+$/g, '')
    .split(/\s+/);
  const condition = words.slice(words[1] === 'if' ? 2 : 1);
  const instead = suggestionFor(words.length > 1 ? 'elseif' : 'Else', condition, false) ?? '';
  return instead.replace(/\{\{(?:elseif|Else)\}\}\.$/, `{{#${name}}}.`);
}

function nameIn(data: string, { start, end }: Expression): string {
  return NAME.exec(data.slice(start, end))?.[1] ?? '';
}

function shown(data: string, { start, end }: Expression): string {
  return end - start > MAX_SHOWN ? 'This block' : data.slice(start, end);
}
