import type { Language } from '../../rendering/domain/email-request.js';
import type { EmailHeaders } from './email-headers.js';

/** The emails that an assignment applies to: a kind, in one language or any, of one company or any. */
export interface AssignmentTarget {
  readonly kind: string;
  readonly language: Language | null;
  readonly companyId: number | null;
}

/** A partner's changes of an assignment. Undefined members do not change. */
export interface AssignmentChanges extends Partial<EmailHeaders> {
  readonly templateId: number;
}

type State = Omit<EmailTemplateAssignment, 'tag' | 'assign'>;

/** A template assigned to emails by a partner. Immutable: a change returns a new assignment with the next version. */
export class EmailTemplateAssignment implements AssignmentTarget, EmailHeaders {
  readonly id: number;
  readonly partnerId: number;
  readonly kind: string;
  readonly language: Language | null;
  readonly companyId: number | null;
  /** While this template is deleted, the next most specific assignment applies. */
  readonly templateId: number;
  readonly subject: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;

  private constructor(state: State) {
    Object.assign(this, state);
  }

  static create(
    identity: { readonly id: number; readonly partnerId: number },
    { kind, language, companyId }: AssignmentTarget,
    { templateId, subject = null, fromName = null, replyTo = null }: AssignmentChanges,
    now: Date,
  ): EmailTemplateAssignment {
    const dates = { createdAt: now, updatedAt: now };
    return new EmailTemplateAssignment({
      ...identity,
      kind,
      language,
      companyId,
      templateId,
      subject,
      fromName,
      replyTo,
      version: 1,
      ...dates,
    });
  }

  /** Identifies this state of the assignment to a caller (ETag). */
  get tag(): string {
    return `${this.id}.${this.version}`;
  }

  /** Changes the given members. Returns this assignment itself if nothing changes. */
  assign({ templateId, ...headers }: AssignmentChanges, now: Date): EmailTemplateAssignment {
    const { subject = this.subject, fromName = this.fromName, replyTo = this.replyTo } = headers;
    const isSame =
      templateId === this.templateId &&
      subject === this.subject &&
      fromName === this.fromName &&
      replyTo === this.replyTo;
    if (isSame) return this;
    const change = { templateId, subject, fromName, replyTo, version: this.version + 1, updatedAt: now };
    return new EmailTemplateAssignment(Object.assign({}, this, change));
  }
}
