import { SERVICE_VERSION } from '../version.js';

/** The `user-agent` of all outgoing requests. */
export const USER_AGENT = `Livery/${SERVICE_VERSION}`;
