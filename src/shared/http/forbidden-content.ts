import { InvalidInput, type Problem } from '../domain/errors.js';

/**
 * A body with content that no body may have (json-sanity.ts), which alone is a reason to refuse the request. The pipe,
 * or a handler of bodies without a class, adds the other problems.
 */
export class ForbiddenContent extends InvalidInput {
  constructor(
    problems: readonly Problem[],
    readonly content: unknown,
  ) {
    super(problems);
  }

  /** Returns forbidden content that was thrown, to be passed on as the body. Throws any other error again. */
  static passedOn(error: unknown): ForbiddenContent {
    if (error instanceof ForbiddenContent) return error;
    throw error;
  }

  /** Adds problems, except those of members with forbidden content. */
  with(others: readonly Problem[]): InvalidInput {
    const unsound = this.problems.map(({ pointer }) => pointer).filter((pointer) => pointer !== '');
    const isTold = ({ pointer }: Problem): boolean =>
      unsound.some((place) => pointer === place || pointer.startsWith(`${place}/`));
    return new InvalidInput([...this.problems, ...others.filter((problem) => !isTold(problem))]);
  }
}
