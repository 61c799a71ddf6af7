/** What was read before the transaction is no longer so: it has to be read, resolved and checked again. */
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
