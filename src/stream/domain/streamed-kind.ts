import { type Problem, problem } from '../../shared/domain/errors.js';
import { didYouMean } from '../../shared/domain/unknown-members.js';

/** The kinds of object in a stream, in the order in which they are sent: an event before its deliveries and emails. */
export const streamedKinds = ['event', 'delivery', 'email'] as const;
export type StreamedKind = (typeof streamedKinds)[number];

const KNOWN: ReadonlySet<string> = new Set(streamedKinds);

/** The kinds in a list such as `delivery,event`. */
export function kindsIn(text: string): ReadonlySet<StreamedKind> {
  return new Set(streamedKinds.filter((kind) => text.split(',').includes(kind)));
}

/** A problem for each name of a list that is not a kind. */
export function kindProblems(text: unknown): readonly Problem[] {
  if (typeof text !== 'string') return [problem('wrong_type', 'Must be a string.')];
  return text
    .split(',')
    .filter((name) => !KNOWN.has(name))
    .map((name) =>
      problem(
        'not_allowed',
        `"${name}" is not a known kind.${didYouMean(name, KNOWN)} There are: ${streamedKinds.join(', ')}.`,
      ),
    );
}
