import { type ClientConfig, Pool, type PoolConfig, types } from 'pg';
import { connecting } from './connecting.js';

/**
 * The PostgreSQL setting with the partner whose rows are visible (migration 0015), or every partner. If unset, no rows
 * are visible.
 */
export const PARTNER_SETTING = 'livery.partner';
export const EVERY_PARTNER = '*';

/** The first statement of a connection that sees the rows of every partner. */
export const SEE_EVERY_PARTNER = `SET ${PARTNER_SETTING} = '${EVERY_PARTNER}'`;

/**
 * An SQL expression that is true if the session sees every partner. A pooler that switches sessions loses the setting.
 */
export const SEES_EVERY_PARTNER = `coalesce(current_setting('${PARTNER_SETTING}', true) = '${EVERY_PARTNER}', false)`;

/**
 * For pooled connections: ends transactions that were left open, to release their locks. A statement, because PgBouncer
 * refuses the option in the connection request.
 */
export const END_IDLE_TRANSACTIONS = `SET idle_in_transaction_session_timeout = '60s'`;

/** Tests whether the session's role bypasses row-level security, like a superuser. */
export const IS_ABOVE_POLICIES = 'SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user';

const getTypeParser: typeof types.getTypeParser = (type, format) =>
  type === types.builtins.INT8 ? Number : types.getTypeParser(type, format);

/** Returns bigint as a number (counts; no column exceeds 2^53). */
export const BIGINT_AS_NUMBER: ClientConfig = { types: { getTypeParser } };

/** Creates a pool whose connections see the rows of every partner. */
export function everyPartnerPool(url: string, config: PoolConfig): Pool {
  const { Client, config: basis } = connecting(url);
  return new Pool({
    ...basis,
    ...BIGINT_AS_NUMBER,
    Client,
    ...config,
    verify: (client, done) => client.query(`${SEE_EVERY_PARTNER}; ${END_IDLE_TRANSACTIONS}`, done),
  });
}
