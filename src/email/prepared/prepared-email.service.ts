import { Injectable } from '@nestjs/common';
import { EmailWake } from '../../queue/email-wake.js';
import { Clock } from '../../shared/clock.js';
import type { PreparedEmail } from '../domain/prepared-email.js';
import { type EmailTransaction, PreparedEmailRepository } from './prepared-email.repository.js';

/** Sends rendered emails that no event requested, with the same retries as other emails. */
@Injectable()
export class PreparedEmailService {
  constructor(
    private readonly emails: PreparedEmailRepository,
    private readonly emailWake: EmailWake,
    private readonly clock: Clock,
  ) {}

  /** Stores an email, due at once, and returns its id. */
  async send(email: PreparedEmail): Promise<string> {
    const id = await this.emails.add(email, this.clock.now());
    this.wake();
    return id;
  }

  /** Like `send`, in the caller's transaction. The caller must call `wake` after the commit. */
  store(email: PreparedEmail, transaction: EmailTransaction): Promise<string> {
    return this.emails.addWithin(transaction, email, this.clock.now());
  }

  /** Wakes the engine, so that stored emails are sent at once. */
  wake(): void {
    this.emailWake.wake();
  }
}
