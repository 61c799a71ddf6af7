import { SERVICE_VERSION } from '../version.js';

/** How the service names itself to every server that it calls. */
export const USER_AGENT = `Livery/${SERVICE_VERSION}`;
