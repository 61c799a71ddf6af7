import { EntitySchema } from 'typeorm';
import { EmailSnippet } from './domain/email-snippet.js';

/** The table of snippets. */
export const EmailSnippetSchema = new EntitySchema<EmailSnippet>({
  name: 'EmailSnippet',
  target: EmailSnippet,
  tableName: 'email_snippet',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    id: { type: 'int', primary: true },
    name: { type: 'text' },
    type: { type: 'text' },
    data: { type: 'text' },
    snippetNames: { name: 'snippet_names', type: 'text', array: true },
    version: { type: 'int' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
    deletedAt: { name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true },
  },
});
