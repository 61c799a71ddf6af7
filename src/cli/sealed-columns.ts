/** A column that holds sealed secrets, and the column that names its rows when one is sealed (SecretPlace.row). */
export interface SealedColumn {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/** Every column that holds sealed secrets. To seal in another one, add it here, or it is left behind by a rotation. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'webhook_subscription', row: 'id', column: 'sealed_auth_data' },
  { table: 'webhook_subscription', row: 'id', column: 'sealed_secret' },
  { table: 'webhook_subscription', row: 'id', column: 'sealed_previous_secret' },
  { table: 'partner_sender', row: 'partner_id', column: 'sealed_dkim_key' },
  { table: 'idempotency_key', row: 'key', column: 'sealed_answer' },
];
