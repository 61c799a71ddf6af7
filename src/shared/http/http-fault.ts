interface HttpFaultOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A request that is wrong as HTTP, before the domain has a say: its body, its method, its headers. */
export class HttpFault extends Error {
  readonly headers: Readonly<Record<string, string>>;

  /** `code` is stable and in snake_case, `detail` a sentence for people. */
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

/** 401, the same whatever is wrong with the credential. `credential` says which one the call needs, as `API key`. */
export function unauthorized(credential: string): HttpFault {
  const detail = `This call needs a valid credential: Authorization: Bearer <${credential}>.`;
  return new HttpFault(401, 'unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
