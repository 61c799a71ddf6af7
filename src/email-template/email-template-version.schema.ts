import { EntitySchema } from 'typeorm';
import { EmailTemplateVersion } from './domain/email-template-version.js';

/** The table of email templates' versions. */
export const EmailTemplateVersionSchema = new EntitySchema<EmailTemplateVersion>({
  name: 'EmailTemplateVersion',
  target: EmailTemplateVersion,
  tableName: 'email_template_version',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    templateId: { name: 'template_id', type: 'int', primary: true },
    number: { type: 'int', primary: true },
    name: { type: 'text', nullable: true },
    type: { type: 'text' },
    parser: { type: 'text', nullable: true },
    data: { type: 'text' },
    inlineStyles: { name: 'inline_styles', type: 'boolean' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  },
});
