import { Resolver } from 'node:dns/promises';
import { codeOf } from './egress-failure.js';

/** How long one look-up may take, with its second try. */
const WAIT_MS = 3_000;
const NO_SUCH_RECORD = new Set(['ENOTFOUND', 'ENODATA']);

/** Looks up TXT records. Asks name servers: these, or those of the machine when none is given. */
export class DnsTexts {
  private readonly resolver = new Resolver({ timeout: WAIT_MS / 3, tries: 2 });

  /** @param servers `ip[:port]` each */
  constructor(servers: readonly string[]) {
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  /** The texts of a name, none if it has none; null when the name servers do not answer within three seconds. */
  async of(name: string): Promise<readonly string[] | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, WAIT_MS, null);
    });
    return Promise.race([this.ask(name), late]).finally(() => clearTimeout(timer));
  }

  close(): void {
    this.resolver.cancel();
  }

  private async ask(name: string): Promise<readonly string[] | null> {
    try {
      return (await this.resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return NO_SUCH_RECORD.has(codeOf(error) ?? '') ? [] : null;
    }
  }
}
