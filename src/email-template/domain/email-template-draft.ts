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
 * Unpublished changes of a template. A draft need not compile. Immutable: each change returns a new draft with the next
 * version.
 */
export class EmailTemplateDraft implements TemplateFields {
  readonly partnerId: number;
  readonly templateId: number;
  /** Distinguishes the successive drafts of a template. */
  readonly id: number;
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  readonly inlineStyles: boolean;
  /** The reasons why the draft does not compile; empty if it does. */
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

  /** The changes that publish this draft. */
  get fields(): TemplateFields {
    const { name, type, parser, data, inlineStyles } = this;
    return { name, type, parser, data, inlineStyles };
  }

  /** Sets the fields and the errors found in them. Returns this draft itself if nothing changes. */
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

/** The fields with the given changes. Undefined members do not change. */
export function changedFields(fields: TemplateFields, changes: Partial<TemplateFields>): TemplateFields {
  const { name = fields.name, type = fields.type, parser = fields.parser, data = fields.data } = changes;
  const { inlineStyles = fields.inlineStyles } = changes;
  return { name, type, parser, data, inlineStyles };
}
