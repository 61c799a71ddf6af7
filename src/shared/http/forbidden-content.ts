import { InvalidInput, type Problem } from '../domain/errors.js';

/**
 * A body with content that no body may have (json-sanity.ts). It refuses the request by itself; the pipe, which knows
 * what the body should have been, adds what else is wrong with it.
 */
export class ForbiddenContent extends InvalidInput {
  constructor(
    problems: readonly Problem[],
    readonly content: unknown,
  ) {
    super(problems);
  }

  /** The refusal with these problems added, except those of members that are unsound. */
  with(others: readonly Problem[]): InvalidInput {
    const unsound = this.problems.map(({ pointer }) => pointer).filter((pointer) => pointer !== '');
    const isTold = ({ pointer }: Problem): boolean =>
      unsound.some((place) => pointer === place || pointer.startsWith(`${place}/`));
    return new InvalidInput([...this.problems, ...others.filter((problem) => !isTold(problem))]);
  }
}
