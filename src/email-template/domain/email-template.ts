import { TemplateSource } from '../../rendering/domain/template-source.js';

/** What a partner decides about a template. */
export interface TemplateFields {
  /** The partner's own name for it. */
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  /** The styles of HTML are put into its elements. */
  readonly inlineStyles: boolean;
}

type Behaviour = 'source' | 'tag' | 'isDeleted' | 'change' | 'delete' | 'restore' | 'edits';
type State = Omit<EmailTemplate, Behaviour>;

/**
 * A partner's own look of an email. Immutable: each change gives a new one with the next version. Whether its source
 * compiles is for RenderingService to say before it is stored.
 */
export class EmailTemplate implements TemplateFields {
  readonly id: number;
  readonly partnerId: number;
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  readonly inlineStyles: boolean;
  /** Raised by each change; together with the id the object's ETag. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;

  private constructor(state: State) {
    Object.assign(this, state);
  }

  static create(
    identity: { readonly id: number; readonly partnerId: number },
    { name, type, parser, data, inlineStyles }: TemplateFields,
    now: Date,
  ): EmailTemplate {
    const dates = { createdAt: now, updatedAt: now, deletedAt: null };
    return new EmailTemplate({ ...identity, name, type, parser, data, inlineStyles, version: 1, ...dates });
  }

  /** What is rendered. */
  get source(): TemplateSource {
    return sourceOf(this);
  }

  /** What identifies this state of the template to a caller (ETag). */
  get tag(): string {
    return `${this.id}.${this.version}`;
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** Takes over what is given; what is undefined stays. The same template when that changes nothing. */
  change(wishes: Partial<TemplateFields>, now: Date): EmailTemplate {
    const { name = this.name, type = this.type, parser = this.parser, data = this.data } = wishes;
    const { inlineStyles = this.inlineStyles } = wishes;
    const fields = { name, type, parser, data, inlineStyles };
    if (name === this.name && sourceOf(fields).equals(this.source)) return this;
    return this.next(fields, now);
  }

  delete(now: Date): EmailTemplate {
    return this.next({ deletedAt: now }, now);
  }

  /** Undoes a deletion; a template that is not deleted comes back as it is. */
  restore(now: Date): EmailTemplate {
    return this.isDeleted ? this.next({ deletedAt: null }, now) : this;
  }

  /** Whether this state came of a change of what the partner decides, rather than of a deletion or its undoing. */
  edits(former: EmailTemplate): boolean {
    return this !== former && this.isDeleted === former.isDeleted;
  }

  private next(change: Partial<State>, now: Date): EmailTemplate {
    return new EmailTemplate(Object.assign({}, this, change, { version: this.version + 1, updatedAt: now }));
  }
}

/** What is rendered of a template that is made of these. */
export function sourceOf({ type, parser, data, inlineStyles }: Omit<TemplateFields, 'name'>): TemplateSource {
  return new TemplateSource(type, parser, data, inlineStyles);
}
