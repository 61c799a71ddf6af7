/** The members of an object, as the API shows it, that notices name. */
export interface NoticeObject {
  readonly [member: string]: unknown;
  /** Of a subscription: the event type. */
  readonly type?: unknown;
  /** Of a subscription: the rule by which it is deleted. */
  readonly deleteWhen?: unknown;
  /** Of a template. */
  readonly name?: unknown;
  /** Of an email: its recipient. */
  readonly to?: unknown;
}

/** An address that people recognise and others cannot use: `a…@client.example`. Emails outlive the data they name. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${Array.from(address)[0] ?? ''}…${address.slice(at)}`;
}
