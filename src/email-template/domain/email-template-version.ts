import type { EmailTemplate, TemplateFields } from './email-template.js';

/** So many of a template are kept: as many changes can be taken back. */
export const MAX_VERSIONS = 50;

/** A version as lists show it: without its text, but with its size in bytes of UTF-8. */
export interface VersionSummary extends Omit<TemplateFields, 'data'> {
  readonly number: number;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** A version of a template: a former one, or the present one. */
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

  /** The ETag that the template had. */
  get tag(): string {
    return `${this.templateId}.${this.number}`;
  }

  /** The changes that restore it. */
  get fields(): TemplateFields {
    const { name, type, parser, data, inlineStyles } = this;
    return { name, type, parser, data, inlineStyles };
  }
}
