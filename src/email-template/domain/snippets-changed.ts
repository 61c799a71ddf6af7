/** The rows read before the transaction have changed since: read, resolve and check them again. */
export class SnippetsChanged extends Error {}

/** Tries again until no other change comes first. */
export async function untilUnchanged<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof SnippetsChanged)) throw error;
    }
  }
}
