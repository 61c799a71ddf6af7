import type { TextLines } from '../../domain/text-lines.js';
import { endOf, nameOf, startOf } from './syntax-check.js';

const CONDITIONAL = new Set(['if', 'unless', 'each', 'with']);

/** A condition that chooses between the branches of a block. */
export interface Condition {
  /** The condition as written; equal for equal conditions. */
  readonly text: string;
  readonly isNegated: boolean;
  /** For conditions like `(eq language "sv")`: what is compared, and with which literal. Null for others. */
  readonly compared: { readonly subject: string; readonly value: string } | null;
}

/** Reads the condition of a block. */
export function conditionOf(block: hbs.AST.BlockStatement, data: string, lines: TextLines): Condition {
  const name = nameOf(block.path);
  const [parameter] = block.params;
  if (parameter === undefined || !CONDITIONAL.has(name)) {
    return { text: name, isNegated: false, compared: null };
  }
  const textOf = (node: hbs.AST.Node) => data.slice(startOf(node, lines), endOf(node, lines));
  const { asked, isNegated } = plainly(parameter);
  const compared = comparedIn(asked, textOf);
  return {
    text: conditionText(asked, compared, textOf),
    isNegated: (name === 'unless') !== isNegated,
    compared,
  };
}

/** Strips `not` and `ne` from a condition, and returns whether it is negated. */
export function plainly(asked: hbs.AST.Node): {
  readonly asked: hbs.AST.Node;
  readonly isNegated: boolean;
} {
  if (!isCall(asked)) return { asked, isNegated: false };
  const [inner] = asked.params;
  if (nameOf(asked.path) === 'not' && inner !== undefined && asked.params.length === 1) {
    const within = plainly(inner);
    return { asked: within.asked, isNegated: !within.isNegated };
  }
  return { asked, isNegated: nameOf(asked.path) === 'ne' };
}

function conditionText(
  asked: hbs.AST.Node,
  compared: Condition['compared'],
  textOf: (node: hbs.AST.Node) => string,
): string {
  if (compared !== null) return `${compared.subject} ${compared.value}`;
  return isComparison(asked) ? `eq ${asked.params.map(textOf).join(' ')}` : textOf(asked);
}

function comparedIn(asked: hbs.AST.Node, textOf: (node: hbs.AST.Node) => string): Condition['compared'] {
  if (!isComparison(asked)) return null;
  const [one, other] = asked.params;
  if (one === undefined || other === undefined || isLiteral(one) === isLiteral(other)) return null;
  const [subject, literal] = isLiteral(one) ? [other, one] : [one, other];
  return { subject: textOf(subject), value: `${literal.type} ${nameOf(literal)}` };
}

/** Assumptions about conditions whose values are unknown. */
export class Truths {
  private readonly known = new Map<string, boolean>();
  /** The literal that a subject is assumed to equal. */
  private readonly values = new Map<string, string>();

  constructor(private readonly outer: Truths | null = null) {}

  /** The assumed truth; null if it is open. A subject that equals one literal does not equal another. */
  of(condition: Condition): boolean | null {
    const { text, compared } = condition;
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const value = compared === null ? undefined : this.values.get(compared.subject);
    return value === undefined ? (this.outer?.of(condition) ?? null) : value === compared?.value;
  }

  set({ text, compared }: Condition, truth: boolean): void {
    this.known.set(text, truth);
    if (compared !== null && truth) this.values.set(compared.subject, compared.value);
  }

  /** Returns these assumptions with one more. */
  with(condition: Condition, truth: boolean): Truths {
    const tried = new Truths(this);
    tried.set(condition, truth);
    return tried;
  }
}

/** The truths that lead to branches that no variant contains yet. */
export class WantedTruths {
  private readonly truths = new Map<string, Set<boolean>>();
  /** The subjects that should equal some literal. */
  private readonly subjects = new Set<string>();

  add({ text, compared }: Condition, truth: boolean): void {
    this.truths.set(text, (this.truths.get(text) ?? new Set()).add(truth));
    if (compared !== null && truth) this.subjects.add(compared.subject);
  }

  /** The more useful truth for a condition whose branches are all contained in variants. */
  betterFor({ text, compared }: Condition): boolean {
    const wanted = this.truths.get(text);
    if (wanted?.has(true) === true) return true;
    const isInTheWay = compared !== null && this.subjects.has(compared.subject);
    return wanted?.has(false) !== true && !isInTheWay;
  }
}

/** True for calls of `eq` and `ne`. */
export function isComparison(node: hbs.AST.Node): node is hbs.AST.SubExpression {
  return isCall(node) && (nameOf(node.path) === 'eq' || nameOf(node.path) === 'ne');
}

function isCall(node: hbs.AST.Node): node is hbs.AST.SubExpression {
  return node.type === 'SubExpression';
}

/** A text, number or boolean written in the template itself. */
function isLiteral({ type }: hbs.AST.Expression): boolean {
  return type.endsWith('Literal');
}
