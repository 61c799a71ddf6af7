import type { EmailTemplate, TemplateFields } from './email-template.js';

/** So many of a template are kept: as many changes can be taken back. */
export const MAX_VERSIONS = 50;

/** What lists say of a version: all but its text, of which they give the size in UTF-8. */
export interface VersionSummary extends Omit<TemplateFields, 'data'> {
  readonly number: number;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** What a template was at one time, or is now. */
export class EmailTemplateVersion implements TemplateFields {
  readonly partnerId: number;
  readonly templateId: number;
  /** The version that the template had then, as in its ETag. Deletions and their undoing leave gaps. */
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

  /** What a template is now. */
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

  /** The ETag that the template had. */
  get tag(): string {
    return `${this.templateId}.${this.number}`;
  }

  /** What restoring it makes of the template. */
  get fields(): TemplateFields {
    const { name, type, parser, data, inlineStyles } = this;
    return { name, type, parser, data, inlineStyles };
  }
}
