import type { Snippet } from '../../rendering/domain/snippet.js';
import { problem, type Problem } from '../../shared/domain/errors.js';

/** The most templates that may include one snippet, because saving it compiles all of them. */
export const MAX_TEMPLATES_OF_SNIPPET = 100;
const MAX_NAME_LENGTH = 100;
/** Names that `{{> name}}` accepts without quotes. */
export const SNIPPET_NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'null', 'undefined', 'else', 'this', 'as']);

/** The members of a snippet that the partner sets. */
export type SnippetFields = Snippet;

type Behaviour = 'fields' | 'including' | 'tag' | 'isDeleted' | 'change' | 'delete' | 'restore' | 'edits';
type State = Omit<EmailSnippet, Behaviour>;

/**
 * A text that a partner's templates of the same type include by name, `{{> name}}`. Immutable: each change returns a
 * new snippet with the next version. EmailSnippetService checks that the templates still compile before it is stored.
 */
export class EmailSnippet implements SnippetFields {
  readonly id: number;
  readonly partnerId: number;
  /** Unique among the partner's snippets that are not deleted. */
  readonly name: string;
  readonly type: string;
  readonly data: string;
  /** The names of the snippets that this one includes directly. */
  readonly snippetNames: readonly string[];
  /** Raised by each change; with the id it forms the ETag. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;

  private constructor(state: State) {
    Object.assign(this, state);
  }

  static create(
    identity: { readonly id: number; readonly partnerId: number },
    { name, type, data }: SnippetFields,
    now: Date,
  ): EmailSnippet {
    const dates = { createdAt: now, updatedAt: now, deletedAt: null };
    return new EmailSnippet({ ...identity, name, type, data, snippetNames: [], version: 1, ...dates });
  }

  get fields(): SnippetFields {
    const { name, type, data } = this;
    return { name, type, data };
  }

  /** Identifies this state of the snippet to a caller (ETag). */
  get tag(): string {
    return `${this.id}.${this.version}`;
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** Changes the given members; undefined ones stay. Returns this snippet itself if nothing changes. */
  change(changes: Partial<SnippetFields>, now: Date): EmailSnippet {
    const { name = this.name, type = this.type, data = this.data } = changes;
    if (name === this.name && type === this.type && data === this.data) return this;
    return this.next({ name, type, data }, now);
  }

  /** The same version, with these names of the snippets in its text. */
  including(snippetNames: readonly string[]): EmailSnippet {
    return new EmailSnippet(Object.assign({}, this, { snippetNames }));
  }

  delete(now: Date): EmailSnippet {
    return this.next({ deletedAt: now }, now);
  }

  /** Undoes a deletion. Returns this snippet itself if it is not deleted. */
  restore(now: Date): EmailSnippet {
    return this.isDeleted ? this.next({ deletedAt: null }, now) : this;
  }

  /**
   * True if this state differs from the former one in a member that the partner sets, not only by a deletion or
   * restoration.
   */
  edits(former: EmailSnippet): boolean {
    return this !== former && this.isDeleted === former.isDeleted;
  }

  private next(change: Partial<State>, now: Date): EmailSnippet {
    return new EmailSnippet(Object.assign({}, this, change, { version: this.version + 1, updatedAt: now }));
  }
}

/** The problems of a snippet's name, which is a Handlebars identifier of up to 100 characters. */
export function snippetNameProblems(name: unknown): readonly Problem[] {
  if (typeof name !== 'string') return [problem('wrong_type', 'Must be a string.')];
  if (name === '') return [problem('too_short', 'Must not be empty.')];
  if (Array.from(name).length > MAX_NAME_LENGTH) {
    return [problem('too_long', `Must have at most ${MAX_NAME_LENGTH} characters.`)];
  }
  if (RESERVED.has(name))
    return [problem('invalid_name', `Must not be ${name}, which handlebars uses itself.`)];
  if (SNIPPET_NAME.test(name)) return [];
  return [problem('invalid_name', 'Must be letters, digits, _, $ and -, beginning with a letter, _ or $.')];
}
