import { Injectable } from '@nestjs/common';
import { CellForwardingService } from '../../cell/cell-forwarding.service.js';
import { CellsService, type NumberedCell } from '../../cell/cells.service.js';
import { Unavailable, Unprocessable } from '../../shared/domain/errors.js';
import type { BouncedEmail } from '../domain/bounce-address.js';
import type { Bounce } from '../domain/bounce-report.js';
import type { Complaint } from '../domain/complaint-report.js';
import { isEmailId } from '../domain/email-id.js';
import { NO_PARTNER } from '../domain/prepared-email.js';
import { EmailMetrics } from '../observation/email.metrics.js';
import { SuppressionService } from '../suppression/suppression.service.js';
import { BounceAddresses } from './bounce-addresses.js';
import { BounceRepository } from './bounce.repository.js';
import { readReport } from './report-reader.js';

/** A bounce, and the email that it was recorded for. */
export interface RecordedBounce extends Bounce {
  readonly emailId: string;
}

/** A complaint, and the email that it was recorded for. */
export interface RecordedComplaint extends Complaint {
  readonly emailId: string;
}

/**
 * Records emails that receivers could not deliver, and that recipients complained about. A hard bounce suppresses the
 * recipient, because receivers hold emails to addresses that do not exist against the sender. A complaint does what
 * unsubscribing does.
 */
@Injectable()
export class BounceService {
  constructor(
    private readonly bounces: BounceRepository,
    private readonly addresses: BounceAddresses,
    private readonly suppressions: SuppressionService,
    private readonly metrics: EmailMetrics,
    private readonly cells: CellsService,
    private readonly forwarding: CellForwardingService,
  ) {}

  /**
   * Records a report from a trusted caller. The email is identified by a bounce address, or by the Message-ID of the
   * returned email. If the email belongs to another cell, that cell records the report.
   * @param isForwarded true if another cell asks; then no further cells are asked
   * @throws Unprocessable if the message reports neither a bounce nor a complaint, or not of one of our emails
   * @throws Unavailable if another cell that may have the email does not answer
   */
  async report(message: Buffer, isForwarded = false): Promise<RecordedBounce | RecordedComplaint> {
    const { bounce, complaint, addresses, messageId } = await readReport(message);
    const reported = bounce ?? complaint;
    if (reported === null) throw notABounce();
    const named = addresses.map((address) => this.addresses.read(address)).find((read) => read !== null);
    if (named === 'forged') throw notOurs();
    const email =
      named ?? (messageId !== null && isEmailId(messageId) ? await this.bounces.find(messageId) : null);
    const noted = email === null ? null : await this.note(email, reported);
    if (noted !== null) return noted;
    if (isForwarded) throw notOurs();
    return (await this.reportElsewhere(named ?? null, reported, message)) ?? unknownEmail();
  }

  /**
   * Records a report that arrived at the bounce address of an email. Ignores everything else that arrives there, such
   * as automatic replies.
   */
  async arrived(email: BouncedEmail, message: Buffer): Promise<void> {
    const { bounce, complaint } = await readReport(message);
    const reported = bounce ?? complaint;
    if (reported === null) this.metrics.bounced('ignored');
    else if ((await this.note(email, reported)) === null)
      await this.reportElsewhere(email, reported, message);
  }

  /** Asks the cell of the email's partner, or each cell in turn if that is unknown. Null if none has the email. */
  private async reportElsewhere(
    email: BouncedEmail | null,
    reported: Bounce | Complaint,
    message: Buffer,
  ): Promise<RecordedBounce | RecordedComplaint | null> {
    for (const cell of this.cellsOf(email)) {
      const call = { method: 'POST', path: '/internal/bounce', contentType: 'message/rfc822', body: message };
      const { status, text } = await this.forwarding.call(cell, call);
      if (status === 200) return { ...reported, ...(JSON.parse(text) as Pick<RecordedBounce, 'emailId'>) };
      if (status !== 422) throw new Unavailable(`Cell ${cell.name} has refused a report: ${status}.`);
    }
    return null;
  }

  private cellsOf(email: BouncedEmail | null): readonly NumberedCell[] {
    if (email === null || email.partnerId === NO_PARTNER) return this.cells.others;
    const other = this.cells.otherOf(email.partnerId);
    return other === null ? [] : [other];
  }

  private note(
    email: BouncedEmail,
    reported: Bounce | Complaint,
  ): Promise<RecordedBounce | RecordedComplaint | null> {
    return 'feedbackType' in reported
      ? this.noteComplaint(email, reported)
      : this.noteBounce(email, reported);
  }

  private async noteComplaint(email: BouncedEmail, complaint: Complaint): Promise<RecordedComplaint | null> {
    const found = await this.bounces.recipientOf(email);
    if (found === null) return null;
    const { partnerId, id: emailId } = email;
    await this.suppressions.add({ partnerId, ...found, reason: 'complained' });
    this.metrics.bounced('complaint');
    return { ...complaint, emailId };
  }

  private async noteBounce(email: BouncedEmail, bounce: Bounce): Promise<RecordedBounce | null> {
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
    'The message reports neither an email that could not be delivered nor a complaint about one.',
  );
}

function notOurs(): Unprocessable {
  return new Unprocessable('unknown_email', 'The report names no email that this service has sent.');
}

function unknownEmail(): never {
  throw notOurs();
}
