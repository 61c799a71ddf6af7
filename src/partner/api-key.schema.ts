import { EntitySchema } from 'typeorm';
import { ApiKey } from './domain/api-key.js';

/** The table of API keys. It stores their digests, never their texts. */
export const ApiKeySchema = new EntitySchema<ApiKey>({
  name: 'ApiKey',
  target: ApiKey,
  tableName: 'api_key',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    id: { type: 'int', primary: true },
    label: { type: 'text', nullable: true },
    scopes: { type: 'text', array: true },
    hash: { type: 'bytea' },
    isSession: { name: 'is_session', type: 'boolean' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true },
    lastUsedAt: { name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true },
    revokedAt: { name: 'revoked_at', type: 'timestamptz', precision: 3, nullable: true },
  },
});
