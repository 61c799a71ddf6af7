import type { SourceFault } from '../../domain/template-fault.js';
import { TextLines } from '../../domain/text-lines.js';
import { handlebarsFor, isElse } from './foreign-habits.js';
import { type Expression, expressionsOf } from './expressions.js';

const NAME = /^\{\{~?[#^/][>*]?\s*([^\s}|~(]*)/;
const MAX_SHOWN = 60;

interface OpenBlock {
  readonly expression: Expression;
  readonly name: string;
  /** They go with it. */
  readonly elses: Expression[];
}

/**
 * Blocks that are not closed, closed under another name or closed without having been opened, all of them at once;
 * `broken` are the expressions without which the others match.
 */
export function blockFaults(data: string): {
  readonly faults: readonly SourceFault[];
  readonly broken: readonly Expression[];
} {
  const faults: SourceFault[] = [];
  const broken: Expression[] = [];
  const open: OpenBlock[] = [];
  const lines = new TextLines(data);
  const note = (expression: Expression, code: string, message: string) => {
    faults.push({ code, message, offset: expression.start });
    broken.push(expression);
  };
  const leaveOpen = (blocks: readonly OpenBlock[]) => {
    for (const { expression, name, elses } of blocks) {
      const message = `${shown(data, expression)} is never closed: write {{/${name}}} where it ends.`;
      note(expression, 'unclosed_block', message);
      broken.push(...elses);
    }
  };
  for (const expression of expressionsOf(data)) {
    const opened = expression.kind === 'block' ? nameIn(data, expression) : '';
    if (isElse(opened)) {
      note(expression, 'unknown_helper', elseFor(data, expression, opened));
      continue;
    }
    if (expression.kind === 'block') open.push({ expression, name: nameIn(data, expression), elses: [] });
    if (expression.kind === 'else' || expression.kind === 'chain') open.at(-1)?.elses.push(expression);
    if (expression.kind !== 'end') continue;
    const name = nameIn(data, expression);
    const index = open.findLastIndex((block) => block.name === name);
    const last = open.at(-1);
    if (index >= 0) {
      leaveOpen(open.splice(index + 1));
      open.pop();
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
  leaveOpen(open);
  return { faults, broken };
}

/** An else is not a block of its own. */
function elseFor(data: string, { start, end }: Expression, name: string): string {
  const words = data
    .slice(start, end)
    .replace(/^[{~#\s]+|[~}\s]+$/g, '')
    .split(/\s+/);
  const condition = words.slice(words[1] === 'if' ? 2 : 1);
  const instead = handlebarsFor(words.length > 1 ? 'elseif' : 'Else', condition, false) ?? '';
  return instead.replace(/\{\{(?:elseif|Else)\}\}\.$/, `{{#${name}}}.`);
}

function nameIn(data: string, { start, end }: Expression): string {
  return NAME.exec(data.slice(start, end))?.[1] ?? '';
}

function shown(data: string, { start, end }: Expression): string {
  return end - start > MAX_SHOWN ? 'This block' : data.slice(start, end);
}
