import type { EmailSnippet, SnippetFields } from './email-snippet.js';

/** A version as lists show it: without its text, but with its size in bytes of UTF-8. */
export interface SnippetVersionSummary extends Omit<SnippetFields, 'data'> {
  readonly number: number;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** A version of a snippet: a former one, or the present one. */
export class EmailSnippetVersion implements SnippetFields {
  readonly partnerId: number;
  readonly snippetId: number;
  /** The version that the snippet had then, as in its ETag. Deletions and their undoing leave gaps. */
  readonly number: number;
  readonly name: string;
  readonly type: string;
  readonly data: string;
  readonly createdAt: Date;

  private constructor(state: Omit<EmailSnippetVersion, 'fields' | 'tag'>) {
    Object.assign(this, state);
  }

  /** The present version of a snippet. */
  static of({ partnerId, id, version, name, type, data, updatedAt }: EmailSnippet): EmailSnippetVersion {
    const identity = { partnerId, snippetId: id, number: version };
    return new EmailSnippetVersion({ ...identity, name, type, data, createdAt: updatedAt });
  }

  /** The ETag that the snippet had. */
  get tag(): string {
    return `${this.snippetId}.${this.number}`;
  }

  /** The changes that restore it. */
  get fields(): SnippetFields {
    const { name, type, data } = this;
    return { name, type, data };
  }
}
