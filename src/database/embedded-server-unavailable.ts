/** The embedded server cannot run here. The message says why, and what to do. */
export class EmbeddedServerUnavailable extends Error {}
