import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/clock.js';
import { Conflict } from '../../shared/domain/errors.js';
import { newIdAt } from '../../shared/domain/time-ordered-id.js';
import { EmailWake } from '../../queue/email-wake.js';
import type { EmailDetail } from '../domain/email.js';
import { EmailService } from '../log/email.service.js';
import { ResendRepository } from './resend.repository.js';

/** Resends emails from the log. */
@Injectable()
export class ResendService {
  constructor(
    private readonly resends: ResendRepository,
    private readonly emails: EmailService,
    private readonly emailWake: EmailWake,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the content of an email again, as a new email.
   * @param to null for the same recipient
   * @throws NotFound
   * @throws Conflict if the email is still being sent, is a test, or is not completely stored
   */
  async resend(partnerId: number, id: string, to: string | null): Promise<EmailDetail> {
    const email = await this.emails.find(partnerId, id);
    if (email.status === 'pending') {
      throw new Conflict(
        'email_pending',
        'The email is still being sent. Send it again when that has ended.',
      );
    }
    if (email.isTest) {
      throw new Conflict(
        'email_is_test',
        'Test emails can only be sent to confirmed contacts. Send another test instead.',
      );
    }
    const newId = newIdAt(this.clock.now().getTime());
    const outcome = await this.resends.copy(partnerId, email, { id: newId, to: to ?? email.to });
    if (outcome === 'content gone') {
      throw new Conflict(
        'content_gone',
        'The content of this email is not kept, so it cannot be sent again.',
      );
    }
    if (outcome === 'attachments gone') {
      throw new Conflict(
        'attachments_gone',
        'The attachments of this email were removed after it was sent. Report the email again with an event.',
      );
    }
    this.emailWake.wake();
    return this.emails.find(partnerId, newId);
  }
}
