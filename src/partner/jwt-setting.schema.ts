import { EntitySchema } from 'typeorm';
import { JwtSetting } from './domain/jwt-setting.js';

/** The table of partners' JWT settings. */
export const JwtSettingSchema = new EntitySchema<JwtSetting>({
  name: 'JwtSetting',
  target: JwtSetting,
  tableName: 'partner_jwt',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    issuer: { type: 'text' },
    audience: { type: 'text' },
    jwksUrl: { name: 'jwks_url', type: 'text', nullable: true },
    publicKey: { name: 'public_key', type: 'text', nullable: true },
    algorithms: { type: 'text', array: true },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
  },
});
