import type { EmailSnippet, SnippetFields } from './email-snippet.js';

/** A version in a list, which has the size of the text in bytes of UTF-8 instead of the text. */
export interface SnippetVersionSummary extends Omit<SnippetFields, 'data'> {
  readonly number: number;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** A former version of a snippet, or the present one. */
export class EmailSnippetVersion implements SnippetFields {
  readonly partnerId: number;
  readonly snippetId: number;
  /** The snippet's version number at the time, as in its ETag. Deletions and restorations leave gaps. */
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

  /** The ETag of the snippet at this version. */
  get tag(): string {
    return `${this.snippetId}.${this.number}`;
  }

  /** The changes that restore this version. */
  get fields(): SnippetFields {
    const { name, type, data } = this;
    return { name, type, data };
  }
}
