/** The demo cannot be created here; the message gives the reason. */
export class DemoUnavailable extends Error {}
