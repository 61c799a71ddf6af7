import { InvalidInput, type Problem } from '../domain/errors.js';

/**
 * A body with content that no body may have (json-sanity.ts), which alone is a reason to refuse the request. The pipe,
 * which knows the expected body, adds other problems.
 */
export class ForbiddenContent extends InvalidInput {
  constructor(
    problems: readonly Problem[],
    readonly content: unknown,
  ) {
    super(problems);
  }

  /** Adds problems, except those of members with forbidden content. */
  with(others: readonly Problem[]): InvalidInput {
    const unsound = this.problems.map(({ pointer }) => pointer).filter((pointer) => pointer !== '');
    const isTold = ({ pointer }: Problem): boolean =>
      unsound.some((place) => pointer === place || pointer.startsWith(`${place}/`));
    return new InvalidInput([...this.problems, ...others.filter((problem) => !isTold(problem))]);
  }
}
