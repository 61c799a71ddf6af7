import { words } from '../i18n/words';
import { texts } from './texts';

/** What is wrong with a member of a body, and which one that is: a JSON Pointer. Of a template also where. */
export interface InputProblem {
  readonly pointer: string;
  readonly message: string;
  readonly code?: string;
  readonly line?: number;
  readonly column?: number;
  /** The snippet that line and column are in, where it is not the template itself. */
  readonly snippet?: string;
}

/** An error answer: RFC 9457. Status 0: there was no answer. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly errors?: readonly InputProblem[];
  /** Of a template that is refused: what else could be better. */
  readonly warnings?: readonly InputProblem[];
}

/** The service has refused a call, or did not answer. The message is for people. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(textOf(problem));
  }

  /** What is wrong with members of the body. What is wrong with a line of a template is not among it. */
  get inputs(): readonly InputProblem[] {
    return inputsOf(this.problem);
  }
}

/** The message for any error. Unexpected errors also go to the browser's log. */
export function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  reportError(error);
  return words(texts).unexpected;
}

/** True when the object does not exist, or was deleted. */
export function isMissing(error: unknown): boolean {
  return error instanceof Refusal && error.problem.status === 404;
}

/** True when the object has changed since it was read. */
export function isStale(error: unknown): boolean {
  return error instanceof Refusal && error.problem.status === 412;
}

function textOf(problem: Problem): string {
  const { status, detail, requestId = '' } = problem;
  if (status === 500) return words(texts).fault(requestId);
  const inputs = inputsOf(problem).map(({ message }) => message);
  return inputs.length > 0 ? inputs.join(' ') : (detail ?? words(texts).answered(status));
}

function inputsOf({ errors = [] }: Problem): readonly InputProblem[] {
  return errors.filter(({ line }) => line === undefined);
}
