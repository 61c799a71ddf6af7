import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../settings.js';
import { codeOf, EgressFailure } from './egress-failure.js';

const MAX_WAIT_MS = 2_000;
/** The name servers' final answer: the name does not exist, or has no address. */
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA']);
/** Any of these answers shows that the resolver is alive. */
const SIGNS_OF_LIFE = new Set([...NO_SUCH_NAME, 'EREFUSED', 'ENOTIMP', 'EFORMERR', 'EBADRESP']);

/**
 * Asks name servers for addresses: those of WEBHOOK_DNS_SERVERS, else the machine's. A resolver of our own, because
 * the system's answers from four threads that everything shares, and cannot be given a deadline.
 */
@Injectable()
export class EgressResolver implements OnModuleDestroy {
  /** A third of the deadline at most, so that there is time to find out whose fault a silence is. */
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
   * The addresses of a host, of both families. Callers that ask for the same host at the same time share the question;
   * no answer is kept.
   * @throws EgressFailure of step dns: not local when the name does not exist or its own name servers fail; local when
   *   the resolver answers nothing else either.
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
    // The machine may have been given other name servers, which an open resolver does not notice.
    if (!isAlive) this.resolver = this.open();
    const blame = isAlive ? 'cannot be resolved' : 'cannot be resolved: the resolver is away';
    throw new EgressFailure('dns', `${host} ${blame} (${code})`, !isAlive);
  }

  private open(): Resolver {
    // The second try waits twice as long as the first, and both must fit.
    const resolver = new Resolver({ timeout: Math.ceil(this.waitMs / 3), tries: 2 });
    if (this.settings.dnsServers.length > 0) resolver.setServers(this.settings.dnsServers);
    return resolver;
  }

  /** True if the name servers answer at all. It queries a random name, so that no cache can answer for them. */
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
