import { Injectable } from '@nestjs/common';
import { Unprocessable } from '../../shared/domain/errors.js';
import type { BouncedEmail } from '../domain/bounce-address.js';
import type { Bounce } from '../domain/bounce-report.js';
import { isEmailId } from '../domain/email-id.js';
import { EmailMetrics } from '../observation/email.metrics.js';
import { SuppressionService } from '../suppression/suppression.service.js';
import { BounceAddresses } from './bounce-addresses.js';
import { BounceRepository } from './bounce.repository.js';
import { readReport } from './report-reader.js';

/** A bounce that was noted. */
export interface NotedBounce extends Bounce {
  readonly emailId: string;
}

/**
 * Notes emails that receivers could not deliver. A hard bounce suppresses the recipient: receivers count emails to
 * addresses that do not exist against their sender.
 */
@Injectable()
export class BounceService {
  constructor(
    private readonly bounces: BounceRepository,
    private readonly addresses: BounceAddresses,
    private readonly suppressions: SuppressionService,
    private readonly metrics: EmailMetrics,
  ) {}

  /**
   * Notes a report from a trusted caller: it names its email by an address of ours, or by the Message-ID of the email
   * that it returns.
   * @throws Unprocessable when it is not a report of a bounce, or about no email of ours
   */
  async report(message: Buffer): Promise<NotedBounce> {
    const { bounce, addresses, messageId } = await readReport(message);
    if (bounce === null) throw notABounce();
    const named = addresses.map((address) => this.addresses.read(address)).find((read) => read !== null);
    if (named === 'forged') throw notOurs();
    const email =
      named ?? (messageId !== null && isEmailId(messageId) ? await this.bounces.find(messageId) : null);
    if (email === null) throw notOurs();
    return (await this.note(email, bounce)) ?? unknownEmail();
  }

  /**
   * Notes a report that arrived at the address of an email. Anything else that arrives there, such as an automatic reply,
   * is ignored.
   */
  async arrived(email: BouncedEmail, message: Buffer): Promise<void> {
    const { bounce } = await readReport(message);
    if (bounce === null) this.metrics.bounced('ignored');
    else await this.note(email, bounce);
  }

  private async note(email: BouncedEmail, bounce: Bounce): Promise<NotedBounce | null> {
    const found = await this.bounces.end(email, bounce);
    if (found === null) return null;
    const { partnerId, id: emailId } = email;
    if (bounce.isHard) await this.suppressions.add({ partnerId, ...found, reason: 'bounced' });
    this.metrics.bounced(bounce.isHard ? 'hard' : 'soft');
    return { ...bounce, emailId };
  }
}

function notABounce(): Unprocessable {
  return new Unprocessable(
    'not_a_bounce',
    'The message does not report an email that could not be delivered.',
  );
}

function notOurs(): Unprocessable {
  return new Unprocessable('unknown_email', 'The report names no email that this service has sent.');
}

function unknownEmail(): never {
  throw notOurs();
}
