import { EntitySchema } from 'typeorm';
import { Sender } from '../domain/sender.js';

/** Maps a partner's sender to its table. */
export const SenderSchema = new EntitySchema<Sender>({
  name: 'Sender',
  target: Sender,
  tableName: 'partner_sender',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    from: { name: 'from_address', type: 'text' },
    dkimDomain: { name: 'dkim_domain', type: 'text', nullable: true },
    dkimSelector: { name: 'dkim_selector', type: 'text', nullable: true },
    dkimPublicKey: { name: 'dkim_public_key', type: 'text', nullable: true },
    sealedDkimKey: { name: 'sealed_dkim_key', type: 'text', nullable: true },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
  },
});
