import type { Problem } from '../../shared/domain/errors.js';
import { sourceOf, type TemplateFields } from './email-template.js';

type State = Omit<EmailTemplateDraft, 'tag' | 'fields' | 'change'>;

/** A draft without its text. */
export interface DraftSummary extends Pick<
  EmailTemplateDraft,
  'templateId' | 'id' | 'version' | 'updatedAt'
> {
  readonly compiles: boolean;
}

/**
 * A template as its partner is changing it, before recipients see it. It may not compile. Immutable: each change gives a
 * new one with the next version.
 */
export class EmailTemplateDraft implements TemplateFields {
  readonly partnerId: number;
  readonly templateId: number;
  /** Tells drafts apart that a template has had one after the other. */
  readonly id: number;
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  readonly inlineStyles: boolean;
  /** Why it does not compile; empty when it does. */
  readonly errors: readonly Problem[];
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;

  private constructor(state: State) {
    Object.assign(this, state);
  }

  static create(
    identity: { readonly partnerId: number; readonly templateId: number; readonly id: number },
    fields: TemplateFields,
    errors: readonly Problem[],
    now: Date,
  ): EmailTemplateDraft {
    const dates = { createdAt: now, updatedAt: now };
    return new EmailTemplateDraft({ ...identity, ...fields, errors, version: 1, ...dates });
  }

  /** Identifies this state of the draft to a caller (ETag). */
  get tag(): string {
    return draftTag(this);
  }

  /** The changes that publish it. */
  get fields(): TemplateFields {
    const { name, type, parser, data, inlineStyles } = this;
    return { name, type, parser, data, inlineStyles };
  }

  /** The same draft when this changes nothing. `errors`: of the new fields. */
  change(fields: TemplateFields, errors: readonly Problem[], now: Date): EmailTemplateDraft {
    if (fields.name === this.name && sourceOf(fields).equals(sourceOf(this))) return this;
    const change = { ...fields, errors, version: this.version + 1, updatedAt: now };
    return new EmailTemplateDraft(Object.assign({}, this, change));
  }
}

/** Identifies a state of a draft to a caller (ETag). */
export function draftTag({ id, version }: Pick<EmailTemplateDraft, 'id' | 'version'>): string {
  return `draft.${id}.${version}`;
}

/** Fields with the given changes; what is undefined stays. */
export function changedFields(fields: TemplateFields, changes: Partial<TemplateFields>): TemplateFields {
  const { name = fields.name, type = fields.type, parser = fields.parser, data = fields.data } = changes;
  const { inlineStyles = fields.inlineStyles } = changes;
  return { name, type, parser, data, inlineStyles };
}
