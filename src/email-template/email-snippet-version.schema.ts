import { EntitySchema } from 'typeorm';
import { EmailSnippetVersion } from './domain/email-snippet-version.js';

/** The table of snippets' versions. */
export const EmailSnippetVersionSchema = new EntitySchema<EmailSnippetVersion>({
  name: 'EmailSnippetVersion',
  target: EmailSnippetVersion,
  tableName: 'email_snippet_version',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    snippetId: { name: 'snippet_id', type: 'int', primary: true },
    number: { type: 'int', primary: true },
    name: { type: 'text' },
    type: { type: 'text' },
    data: { type: 'text' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  },
});
