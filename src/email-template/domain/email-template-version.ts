import type { EmailTemplate, TemplateFields } from './email-template.js';

/** What a template was at one time: kept for good, whatever becomes of the template. */
export class EmailTemplateVersion implements TemplateFields {
  readonly partnerId: number;
  readonly templateId: number;
  /** The version that the template had then, as in its ETag. Deletions and their undoing leave gaps. */
  readonly number: number;
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  readonly createdAt: Date;

  private constructor(state: Omit<EmailTemplateVersion, 'fields'>) {
    Object.assign(this, state);
  }

  /** What a template is now. */
  static of({ partnerId, id, version, name, type, parser, data, updatedAt }: EmailTemplate) {
    const identity = { partnerId, templateId: id, number: version };
    return new EmailTemplateVersion({ ...identity, name, type, parser, data, createdAt: updatedAt });
  }

  /** What restoring it makes of the template. */
  get fields(): TemplateFields {
    const { name, type, parser, data } = this;
    return { name, type, parser, data };
  }
}
