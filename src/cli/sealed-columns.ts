/** A column with sealed secrets, and the column that identifies the row of a secret (SecretPlace.row). */
export interface SealedColumn {
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/** Every column with sealed secrets. A rotation covers only columns in this list. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'webhook_subscription', row: 'id', column: 'sealed_auth_data' },
  { table: 'webhook_subscription', row: 'id', column: 'sealed_secret' },
  { table: 'webhook_subscription', row: 'id', column: 'sealed_previous_secret' },
  { table: 'partner_sender', row: 'partner_id', column: 'sealed_dkim_key' },
  { table: 'idempotency_key', row: 'key', column: 'sealed_answer' },
];
