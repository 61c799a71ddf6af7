/** The demo cannot be created here; the message gives the reason. */
export class NoDemo extends Error {}
