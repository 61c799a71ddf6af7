/**
 * Thrown if rows have changed since they were read before the transaction. They must be read, resolved and checked
 * again.
 */
export class SnippetsChanged extends Error {}

/** Repeats an attempt until it succeeds without SnippetsChanged. */
export async function untilUnchanged<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof SnippetsChanged)) throw error;
    }
  }
}
