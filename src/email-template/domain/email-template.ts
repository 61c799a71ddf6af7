import { SourceMap, type SourceSegment } from '../../rendering/domain/source-map.js';
import { TemplateSource } from '../../rendering/domain/template-source.js';

/** The members of a template that the partner sets. */
export interface TemplateFields {
  /** Chosen by the partner; emails do not show it. */
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  /** True if the rules of `<style>` are copied into the `style` attributes of elements. */
  readonly inlineStyles: boolean;
}

/** The origins of the parts of a template's resolved text. */
export interface Resolution {
  readonly segments: readonly SourceSegment[];
  readonly snippets: readonly { readonly id: number; readonly version: number }[];
}

/** A template's text with the texts of its snippets included. */
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
 * A partner's own template for the body of emails. Immutable: each change returns a new template with the next version.
 * RenderingService checks that it compiles before it is stored.
 */
export class EmailTemplate implements TemplateFields {
  readonly id: number;
  readonly partnerId: number;
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  readonly inlineStyles: boolean;
  /** `data` with the texts of its snippets included; null if there are none. Saving one of the snippets changes it. */
  readonly resolvedData: string | null;
  readonly resolution: Resolution | null;
  /** The snippets that the template includes, directly or through other snippets. */
  readonly snippetIds: readonly number[];
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

  /** The author's text, with the names of snippets instead of their texts. */
  get written(): TemplateSource {
    return sourceOf(this);
  }

  /** The snippets that the template includes, at the versions in its resolved text. */
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

  /** Changes the given members; undefined ones stay. Returns this template itself if nothing changes. */
  change(changes: Partial<TemplateFields>, now: Date): EmailTemplate {
    const { name = this.name, type = this.type, parser = this.parser, data = this.data } = changes;
    const { inlineStyles = this.inlineStyles } = changes;
    const fields = { name, type, parser, data, inlineStyles };
    if (name === this.name && sourceOf(fields).equals(this.written)) return this;
    return this.next(fields, now);
  }

  /** The same version, with a new resolved text. */
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

  /** Undoes a deletion. Returns this template itself if it is not deleted. */
  restore(now: Date): EmailTemplate {
    return this.isDeleted ? this.next({ deletedAt: null }, now) : this;
  }

  /**
   * True if this state differs from the former one in a member that the partner sets, not only by a deletion or
   * restoration.
   */
  edits(former: EmailTemplate): boolean {
    return this !== former && this.isDeleted === former.isDeleted;
  }

  private next(change: Partial<State>, now: Date): EmailTemplate {
    return new EmailTemplate(Object.assign({}, this, change, { version: this.version + 1, updatedAt: now }));
  }
}

/** The source of a template with these fields. */
export function sourceOf({ type, parser, data, inlineStyles }: Omit<TemplateFields, 'name'>): TemplateSource {
  return new TemplateSource(type, parser, data, inlineStyles);
}
