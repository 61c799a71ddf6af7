import { type ClientConfig, Pool, type PoolConfig, types } from 'pg';

/**
 * The setting of PostgreSQL that says whose rows there are (migration 0015): the id of a partner, or every partner.
 * Where nothing is set there are none.
 */
export const PARTNER_SETTING = 'livery.partner';
export const EVERY_PARTNER = '*';

/** For a connection that sees the rows of every partner, before anything else. */
export const SEE_EVERY_PARTNER = `SET ${PARTNER_SETTING} = '${EVERY_PARTNER}'`;

/** An expression: whether the session does. A pooler that gives it another one in between takes the setting away. */
export const SEES_EVERY_PARTNER = `coalesce(current_setting('${PARTNER_SETTING}', true) = '${EVERY_PARTNER}', false)`;

/**
 * For connections of pools: a transaction that somebody has left open ends, and its locks with it. Told by a statement,
 * as PgBouncer refuses whoever asks for it while connecting.
 */
export const END_IDLE_TRANSACTIONS = `SET idle_in_transaction_session_timeout = '60s'`;

/** Asks whether the session’s role is above row-level security, as superusers are. */
export const IS_ABOVE_POLICIES = 'SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user';

/** Connections that see the rows of every partner. None is handed out before it does. */
export function everyPartnerPool(url: string, config: PoolConfig): Pool {
  return new Pool({
    ...clientConfig(url),
    ...config,
    verify: (client, done) => client.query(`${SEE_EVERY_PARTNER}; ${END_IDLE_TRANSACTIONS}`, done),
  });
}

/** bigint arrives as a number (counts; no column holds more than 2^53). */
export function clientConfig(url: string): ClientConfig {
  const getTypeParser: typeof types.getTypeParser = (type, format) =>
    type === types.builtins.INT8 ? Number : types.getTypeParser(type, format);
  return { connectionString: url, keepAlive: true, types: { getTypeParser } };
}
