import { Injectable } from '@nestjs/common';
import { EmailWake } from '../../queue/email-wake.js';
import { Clock } from '../../shared/clock.js';
import type { PreparedEmail } from '../domain/prepared-email.js';
import { type EmailTransaction, PreparedEmailRepository } from './prepared-email.repository.js';

/** Hands rendered emails to the engine, which sends them with all the retries of other emails. */
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

  /** The same in a transaction of the caller, who calls `wake` after the commit. */
  store(email: PreparedEmail, transaction: EmailTransaction): Promise<string> {
    return this.emails.addWithin(transaction, email, this.clock.now());
  }

  /** Has stored emails sent at once. */
  wake(): void {
    this.emailWake.wake();
  }
}
