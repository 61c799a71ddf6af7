import { EntitySchema } from 'typeorm';
import { PortalLink } from './domain/portal-link.js';

/** The table of portal links. It stores the digests of their tokens, never the tokens. */
export const PortalLinkSchema = new EntitySchema<PortalLink>({
  name: 'PortalLink',
  target: PortalLink,
  tableName: 'portal_link',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    hash: { type: 'bytea', primary: true },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    expiresAt: { name: 'expires_at', type: 'timestamptz', precision: 3 },
  },
});
