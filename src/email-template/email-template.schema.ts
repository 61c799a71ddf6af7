import { EntitySchema } from 'typeorm';
import { EmailTemplate } from './domain/email-template.js';

/** The table of email templates. */
export const EmailTemplateSchema = new EntitySchema<EmailTemplate>({
  name: 'EmailTemplate',
  target: EmailTemplate,
  tableName: 'email_template',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    id: { type: 'int', primary: true },
    name: { type: 'text', nullable: true },
    type: { type: 'text' },
    parser: { type: 'text', nullable: true },
    data: { type: 'text' },
    inlineStyles: { name: 'inline_styles', type: 'boolean' },
    resolvedData: { name: 'resolved_data', type: 'text', nullable: true },
    resolution: { type: 'json', nullable: true },
    snippetIds: { name: 'snippet_ids', type: 'int', array: true },
    version: { type: 'int' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
    deletedAt: { name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true },
  },
});
