import { EntitySchema } from 'typeorm';
import { Contact } from './domain/contact.js';

/** The table of contacts. */
export const ContactSchema = new EntitySchema<Contact>({
  name: 'Contact',
  target: Contact,
  tableName: 'contact',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    id: { type: 'int', primary: true },
    email: { type: 'text' },
    language: { type: 'text' },
    notices: { type: 'text', array: true },
    confirmedAt: { name: 'confirmed_at', type: 'timestamptz', precision: 3, nullable: true },
    tokenDigest: { name: 'token_digest', type: 'bytea', nullable: true },
    tokenExpiresAt: { name: 'token_expires_at', type: 'timestamptz', precision: 3, nullable: true },
    version: { type: 'int' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
  },
});
