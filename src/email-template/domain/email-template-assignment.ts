import type { Language } from '../../rendering/domain/email-request.js';

/** The emails that an assignment is about: a kind, in one language or in any, of one company or of any. */
export interface AssignmentTarget {
  readonly kind: string;
  readonly language: Language | null;
  readonly companyId: number | null;
}

type State = Omit<EmailTemplateAssignment, 'tag' | 'assign'>;

/** Which of a partner's templates stands in for which emails. Immutable: a change gives a new one with the next version. */
export class EmailTemplateAssignment implements AssignmentTarget {
  readonly id: number;
  readonly partnerId: number;
  readonly kind: string;
  readonly language: Language | null;
  readonly companyId: number | null;
  /** May be deleted: then the next most specific assignment counts, until the deletion is undone. */
  readonly templateId: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;

  private constructor(state: State) {
    Object.assign(this, state);
  }

  static create(
    identity: { readonly id: number; readonly partnerId: number },
    { kind, language, companyId }: AssignmentTarget,
    templateId: number,
    now: Date,
  ): EmailTemplateAssignment {
    const dates = { createdAt: now, updatedAt: now };
    return new EmailTemplateAssignment({
      ...identity,
      kind,
      language,
      companyId,
      templateId,
      version: 1,
      ...dates,
    });
  }

  /** What identifies this state of the assignment to a caller (ETag). */
  get tag(): string {
    return `${this.id}.${this.version}`;
  }

  /** Puts another template in the place of the one before; the same one again changes nothing. */
  assign(templateId: number, now: Date): EmailTemplateAssignment {
    if (templateId === this.templateId) return this;
    const change = { templateId, version: this.version + 1, updatedAt: now };
    return new EmailTemplateAssignment(Object.assign({}, this, change));
  }
}
