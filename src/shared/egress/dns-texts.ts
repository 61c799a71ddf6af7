import { Resolver } from 'node:dns/promises';
import { codeOf } from './egress-failure.js';

/** The time limit of one look-up, including its second try. */
const WAIT_MS = 3_000;
const NO_SUCH_RECORD = new Set(['ENOTFOUND', 'ENODATA']);

/** Looks up TXT records with the given name servers, or the machine's if there are none. */
export class DnsTexts {
  private readonly resolver = new Resolver({ timeout: WAIT_MS / 3, tries: 2 });

  /** @param servers each `ip[:port]` */
  constructor(servers: readonly string[]) {
    if (servers.length > 0) this.resolver.setServers(servers);
  }

  /** The TXT records of a name; empty if it has none, null if no name server answers within three seconds. */
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
