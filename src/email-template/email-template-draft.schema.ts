import { EntitySchema } from 'typeorm';
import { EmailTemplateDraft } from './domain/email-template-draft.js';

/** The table of drafts. */
export const EmailTemplateDraftSchema = new EntitySchema<EmailTemplateDraft>({
  name: 'EmailTemplateDraft',
  target: EmailTemplateDraft,
  tableName: 'email_template_draft',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    templateId: { name: 'template_id', type: 'int', primary: true },
    id: { type: 'int' },
    name: { type: 'text', nullable: true },
    type: { type: 'text' },
    parser: { type: 'text', nullable: true },
    data: { type: 'text' },
    inlineStyles: { name: 'inline_styles', type: 'boolean' },
    errors: { type: 'json' },
    version: { type: 'int' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
  },
});
