/** The embedded server cannot run here; the message says why, and how to mend it. */
export class EmbeddedServerUnavailable extends Error {}
