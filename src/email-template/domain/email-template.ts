import { SourceMap, type SourceSegment } from '../../rendering/domain/source-map.js';
import { TemplateSource } from '../../rendering/domain/template-source.js';

/** The members of a template that the partner sets. */
export interface TemplateFields {
  /** The partner's own name for it. */
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  /** The styles of HTML are put into its elements. */
  readonly inlineStyles: boolean;
}

/** The origins of the parts of a template with snippets. */
export interface Resolution {
  readonly segments: readonly SourceSegment[];
  readonly snippets: readonly { readonly id: number; readonly version: number }[];
}

/** A template with the texts of its snippets in it, or as it was written if it includes none. */
export interface ResolvedSource {
  readonly source: TemplateSource;
  readonly snippets: Resolution['snippets'];
}

const NO_SNIPPETS = { resolvedData: null, resolution: null, snippetIds: [] } as const;

type Behaviour =
  | 'source'
  | 'written'
  | 'snippets'
  | 'withResolution'
  | 'tag'
  | 'isDeleted'
  | 'change'
  | 'delete'
  | 'restore'
  | 'edits';
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
  /** `data` with the texts of its snippets in it; null if it includes none. Saving a snippet changes it. */
  readonly resolvedData: string | null;
  readonly resolution: Resolution | null;
  /** The snippets in it, those within snippets among them. */
  readonly snippetIds: readonly number[];
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
    const fields = { name, type, parser, data, inlineStyles };
    return new EmailTemplate({ ...identity, ...fields, ...NO_SNIPPETS, version: 1, ...dates });
  }

  /** The text that is rendered. */
  get source(): TemplateSource {
    const { type, parser, inlineStyles, resolvedData, resolution } = this;
    if (resolvedData === null || resolution === null) return this.written;
    return new TemplateSource(type, parser, resolvedData, inlineStyles, new SourceMap(resolution.segments));
  }

  /** The text as its author wrote it, with the names of snippets. */
  get written(): TemplateSource {
    return sourceOf(this);
  }

  /** The snippets in it, at the versions that it was resolved with. */
  get snippets(): Resolution['snippets'] {
    return this.resolution?.snippets ?? [];
  }

  /** Identifies this state of the template to a caller (ETag). */
  get tag(): string {
    return `${this.id}.${this.version}`;
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** Takes over what is given; what is undefined stays. The same template when that changes nothing. */
  change(changes: Partial<TemplateFields>, now: Date): EmailTemplate {
    const { name = this.name, type = this.type, parser = this.parser, data = this.data } = changes;
    const { inlineStyles = this.inlineStyles } = changes;
    const fields = { name, type, parser, data, inlineStyles };
    if (name === this.name && sourceOf(fields).equals(this.written)) return this;
    return this.next(fields, now);
  }

  /** The same version, as it is rendered with its snippets. */
  withResolution({ source, snippets }: ResolvedSource): EmailTemplate {
    const { data, origins } = source;
    const resolved =
      origins === null
        ? NO_SNIPPETS
        : {
            resolvedData: data,
            resolution: { segments: origins.segments, snippets },
            snippetIds: snippets.map(({ id }) => id),
          };
    return new EmailTemplate(Object.assign({}, this, resolved));
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

/** The text to render of a template made of these. */
export function sourceOf({ type, parser, data, inlineStyles }: Omit<TemplateFields, 'name'>): TemplateSource {
  return new TemplateSource(type, parser, data, inlineStyles);
}
