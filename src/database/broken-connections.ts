import { Logger } from '@nestjs/common';
import { outsideRequest } from '../shared/logging/request-context.js';
import type { DatabaseServer } from './database-server.js';

/**
 * Reports an idle connection of a pool that breaks. It concerns no request: the pool opens another one when it needs it,
 * and none when the service is leaving the server.
 */
export function brokenConnections(server: DatabaseServer): (error: Error) => void {
  const log = new Logger('Database');
  return ({ message }) => {
    if (server.isBeingLeft) return;
    outsideRequest(() => log.warn(`An idle connection to PostgreSQL broke: ${message}`));
  };
}
