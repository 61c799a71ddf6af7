import { EntitySchema } from 'typeorm';
import { Partner } from './domain/partner.js';

/** The table of partners. */
export const PartnerSchema = new EntitySchema<Partner>({
  name: 'Partner',
  target: Partner,
  tableName: 'partner',
  columns: {
    id: { type: 'int', primary: true },
    name: { type: 'text' },
    features: { type: 'text', array: true },
    subscriptionsVersion: { name: 'subscriptions_version', type: 'int' },
    version: { type: 'int' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
    deletedAt: { name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true },
  },
});
