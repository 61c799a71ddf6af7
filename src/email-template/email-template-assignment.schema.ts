import { EntitySchema } from 'typeorm';
import { EmailTemplateAssignment } from './domain/email-template-assignment.js';

/** The table of assignments. */
export const EmailTemplateAssignmentSchema = new EntitySchema<EmailTemplateAssignment>({
  name: 'EmailTemplateAssignment',
  target: EmailTemplateAssignment,
  tableName: 'email_template_assignment',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    id: { type: 'int', primary: true },
    kind: { type: 'text' },
    language: { type: 'text', nullable: true },
    companyId: { name: 'company_id', type: 'int', nullable: true },
    templateId: { name: 'template_id', type: 'int' },
    subject: { type: 'text', nullable: true },
    fromName: { name: 'from_name', type: 'text', nullable: true },
    replyTo: { name: 'reply_to', type: 'text', nullable: true },
    version: { type: 'int' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
  },
});
