import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../settings.js';
import { codeOf, EgressFailure } from './egress-failure.js';

const MAX_WAIT_MS = 2_000;
/** Definitive answers: the name does not exist, or has no address. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA']);
/** Answers that show that the name servers are alive. */
const SIGNS_OF_LIFE = new Set([...NO_SUCH_NAME, 'EREFUSED', 'ENOTIMP', 'EFORMERR', 'EBADRESP']);

/**
 * Resolves names with the servers of WEBHOOK_DNS_SERVERS, else the machine's. Does not use the system's resolver, which
 * runs on four threads shared by everything and has no deadline.
 */
@Injectable()
export class EgressResolver implements OnModuleDestroy {
  /** At most a third of the deadline, which leaves time to find out whose fault a silence is. */
  private readonly waitMs: number;
  private resolver: Resolver;
  private readonly underway = new Map<string, Promise<readonly string[]>>();
  private lifeSign: Promise<boolean> | null = null;

  constructor(private readonly settings: Settings) {
    this.waitMs = Math.min(MAX_WAIT_MS, Math.floor(settings.webhookTimeoutMs / 3));
    this.resolver = this.open();
  }

  onModuleDestroy(): void {
    this.resolver.cancel();
  }

  /**
   * The addresses of a host, of both families. Concurrent calls for the same host share one query. Answers are not
   * cached.
   * @throws EgressFailure of step dns: not local if the name does not exist or its own name servers fail; local if the
   *   resolver answers no other query either
   */
  async addressesOf(host: string): Promise<readonly string[]> {
    let question = this.underway.get(host);
    if (question === undefined) {
      question = this.ask(host).finally(() => this.underway.delete(host));
      this.underway.set(host, question);
    }
    return question;
  }

  private async ask(host: string): Promise<readonly string[]> {
    const answers = await Promise.allSettled([
      this.inTime(this.resolver.resolve4(host)),
      this.inTime(this.resolver.resolve6(host)),
    ]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const codes = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : null));
    if (codes.every((code) => code === null || NO_SUCH_NAME.has(code))) {
      throw new EgressFailure('dns', `${host} does not resolve`);
    }
    const isAlive = await (this.lifeSign ??= this.isAlive().finally(() => {
      this.lifeSign = null;
    }));
    const code = codes.find((found) => found !== null && !NO_SUCH_NAME.has(found));
    // The machine's name servers may have changed, which an open resolver does not notice.
    if (!isAlive) this.resolver = this.open();
    const blame = isAlive ? 'cannot be resolved' : 'cannot be resolved: the resolver does not answer';
    throw new EgressFailure('dns', `${host} ${blame} (${code})`, !isAlive);
  }

  private open(): Resolver {
    // The second try waits twice as long as the first, and both must fit into `waitMs`.
    const resolver = new Resolver({ timeout: Math.ceil(this.waitMs / 3), tries: 2 });
    if (this.settings.dnsServers.length > 0) resolver.setServers(this.settings.dnsServers);
    return resolver;
  }

  /** True if the name servers answer at all. Queries a random name, so that no cache can answer. */
  async isAlive(): Promise<boolean> {
    try {
      await this.inTime(this.resolver.resolve4(`${randomBytes(6).toString('hex')}.`));
      return true;
    } catch (error) {
      return SIGNS_OF_LIFE.has(codeOf(error) ?? '');
    }
  }

  private async inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(Object.assign(new Error(), { code: 'ETIMEOUT' })), this.waitMs);
    });
    return Promise.race([answer, tooLate]).finally(() => clearTimeout(timer));
  }
}
