import type { EmailTemplate, TemplateFields } from './email-template.js';

/** The most versions of a template that are kept; the oldest are removed. */
export const MAX_VERSIONS = 50;

/** A version in a list, which has the size of the text in bytes of UTF-8 instead of the text. */
export interface VersionSummary extends Omit<TemplateFields, 'data'> {
  readonly number: number;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** A former version of a template, or the present one. */
export class EmailTemplateVersion implements TemplateFields {
  readonly partnerId: number;
  readonly templateId: number;
  /** The template's version number at the time, as in its ETag. Deletions and restorations leave gaps. */
  readonly number: number;
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  readonly inlineStyles: boolean;
  readonly createdAt: Date;

  private constructor(state: Omit<EmailTemplateVersion, 'fields' | 'tag'>) {
    Object.assign(this, state);
  }

  /** The present version of a template. */
  static of({ partnerId, id, version, name, type, parser, data, inlineStyles, updatedAt }: EmailTemplate) {
    const identity = { partnerId, templateId: id, number: version };
    return new EmailTemplateVersion({
      ...identity,
      name,
      type,
      parser,
      data,
      inlineStyles,
      createdAt: updatedAt,
    });
  }

  /** The ETag of the template at this version. */
  get tag(): string {
    return `${this.templateId}.${this.number}`;
  }

  /** The changes that restore this version. */
  get fields(): TemplateFields {
    const { name, type, parser, data, inlineStyles } = this;
    return { name, type, parser, data, inlineStyles };
  }
}
