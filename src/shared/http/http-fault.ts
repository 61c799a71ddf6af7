interface HttpFaultOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A fault of a request at the level of HTTP: its body, its method, its headers. */
export class HttpFault extends Error {
  readonly headers: Readonly<Record<string, string>>;

  /** @param code stable and in snake_case @param detail a sentence for people */
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    { headers = {}, cause }: HttpFaultOptions = {},
  ) {
    super(detail, { cause });
    this.headers = headers;
  }
}

/**
 * A 401 that does not reveal what is wrong with the credential.
 * @param credential the required one, such as `API key`
 */
export function unauthorized(credential: string): HttpFault {
  const detail = `This call needs a valid credential: Authorization: Bearer <${credential}>.`;
  return new HttpFault(401, 'unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
