import { Logger } from '@nestjs/common';
import { outsideRequest } from '../shared/logging/request-context.js';
import type { DatabaseServer } from './database-server.js';

/**
 * Handles the error of an idle connection that breaks, by logging it. It affects no request, because the pool opens
 * another connection on demand. Silent while the service is closing its connections.
 */
export function brokenConnections(server: DatabaseServer): (error: Error) => void {
  const log = new Logger('Database');
  return ({ message }) => {
    if (server.isBeingLeft) return;
    outsideRequest(() => log.warn(`An idle connection to PostgreSQL broke: ${message}`));
  };
}
