import { EntitySchema } from 'typeorm';
import type { JsonObject } from '../event/domain/event.js';
import { Conditions } from './domain/conditions/conditions.js';
import { IncludePaths } from './domain/include-paths.js';
import { WebhookSubscription } from './domain/webhook-subscription.js';

/** The table of webhook subscriptions. */
export const WebhookSubscriptionSchema = new EntitySchema<WebhookSubscription>({
  name: 'WebhookSubscription',
  target: WebhookSubscription,
  tableName: 'webhook_subscription',
  columns: {
    partnerId: { name: 'partner_id', type: 'int', primary: true },
    id: { type: 'int', primary: true },
    type: { type: 'text' },
    isActive: { name: 'is_active', type: 'boolean' },
    url: { type: 'text' },
    authType: { name: 'auth_type', type: 'text', nullable: true },
    sealedAuthData: { name: 'sealed_auth_data', type: 'text', nullable: true },
    includePaths: {
      name: 'include_paths',
      type: 'text',
      array: true,
      transformer: {
        to: (includePaths: IncludePaths) => includePaths.paths,
        from: (paths: string[]) => IncludePaths.stored(paths),
      },
    },
    conditions: {
      // json instead of jsonb, because it keeps the order of members.
      type: 'json',
      nullable: true,
      transformer: {
        to: (conditions: Conditions) => conditions.json,
        from: (json: JsonObject | null) => Conditions.stored(json),
      },
    },
    deleteWhen: { name: 'delete_when', type: 'text' },
    maxPerSecond: { name: 'max_per_second', type: 'int', nullable: true },
    ordering: { type: 'text' },
    signing: { type: 'text' },
    keySet: { name: 'key_set', type: 'text', nullable: true },
    sealedSecret: { name: 'sealed_secret', type: 'text' },
    sealedPreviousSecret: { name: 'sealed_previous_secret', type: 'text', nullable: true },
    previousSecretUntil: {
      name: 'previous_secret_until',
      type: 'timestamptz',
      precision: 3,
      nullable: true,
    },
    version: { type: 'int' },
    liveSince: { name: 'live_since', type: 'int' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
    deletedAt: { name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true },
    deletedReason: { name: 'deleted_reason', type: 'text', nullable: true },
  },
});
