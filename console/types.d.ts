import type { Api } from './api.js';
import type { Notices } from './notices.js';

/** What the API answers, as far as the console looks at it. */
export interface Subscription {
  readonly id: number;
  readonly type: string;
  readonly isActive: boolean;
  readonly url: string;
  readonly authType: string | null;
  readonly authData: Readonly<Record<string, string>> | null;
  readonly includePaths: readonly string[];
  readonly conditions: object | null;
  readonly lastActiveAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly deletedReason?: string;
  readonly health: {
    readonly state: 'healthy' | 'failing' | 'at_risk';
    readonly consecutiveFailures: number;
    readonly nextAttemptAt: string | null;
    readonly willBeDeletedAt: string | null;
    readonly lastStatus: number | null;
  };
}

export interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly subscriptionId: number;
  readonly type: string;
  readonly typeId: string;
  readonly companyId: number;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
  readonly attemptCount: number;
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

export interface Attempt {
  readonly number: number;
  readonly trigger: string;
  readonly url: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: { readonly body: string; readonly truncated: boolean } | null;
}

export interface DeliveryDetail extends Delivery {
  readonly body: string;
  readonly attempts: readonly Attempt[];
}

export interface EmailTemplate {
  readonly id: number;
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly data: string;
  readonly inlineStyles: boolean;
  readonly updatedAt: string;
}

/** What a template was at one time. */
export interface TemplateVersion {
  readonly number: number;
  readonly name: string | null;
  readonly type: string;
  readonly parser: string | null;
  readonly createdAt: string;
}

export interface Assignment {
  readonly kind: string;
  readonly templateId: number;
  readonly language: string | null;
  readonly companyId: number | null;
  readonly subject: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly updatedAt: string;
}

/** What failed, so that the default template or the default header was used. */
export interface Fallback {
  readonly templateId: number;
  readonly part: 'template' | 'subject' | 'fromName';
  readonly message: string;
}

export interface Email {
  readonly id: string;
  readonly eventId: string | null;
  readonly type: string | null;
  readonly typeId: string | null;
  readonly companyId: number;
  readonly kind: string;
  readonly to: string;
  readonly language: string;
  readonly subject: string | null;
  readonly fromName: string | null;
  readonly replyTo: string | null;
  readonly test: boolean;
  readonly resendOf: string | null;
  readonly templateId: number | null;
  readonly status: Delivery['status'];
  readonly fallback: Fallback | null;
  readonly attemptCount: number;
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** An attempt to hand an email over to the mail server. */
export interface EmailAttempt {
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string;
  readonly templateId: number | null;
  readonly fallback: Fallback | null;
}

export interface EmailDetail extends Email {
  readonly attempts: readonly EmailAttempt[];
}

export interface EmailKind {
  readonly kind: string;
  readonly meaning: string;
  readonly variables: readonly EmailVariable[];
}

/** What a template can print, or of an object its members. */
export interface EmailVariable {
  readonly name: string;
  readonly type: string;
  readonly meaning: string;
  readonly required: boolean;
  readonly members: readonly EmailVariable[];
}

/** A warning or an error, at its place in a template. */
export interface Remark {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export interface RenderReport {
  readonly html: string;
  readonly bytes: number;
  readonly warnings: readonly Remark[];
  readonly variables: { readonly missing: readonly string[]; readonly unknown: readonly string[] };
}

/** What is wrong with a member of a body, and which one that is: a JSON Pointer. */
export interface InputProblem {
  readonly pointer: string;
  readonly message: string;
}

/** An error answer: RFC 9457. */
export interface Problem {
  readonly status: number;
  readonly detail?: string;
  readonly code: string;
  readonly requestId?: string;
  readonly errors?: readonly (Remark & InputProblem)[];
}

/** Who is signed in. */
export interface Session {
  readonly key: string;
  /** Null when a key was pasted. */
  readonly partnerName: string | null;
}

/** What a view works with, as long as it is shown. */
export interface Surroundings {
  readonly api: Api;
  readonly notices: Notices;
  /** What the address says after the name of the view: an id, or nothing. */
  readonly id: string | null;
  readonly parameters: URLSearchParams;
  /** How many items the lists had when the view was left, for whoever comes back to it. */
  readonly items: number;
  /** Ends when the view is left. */
  readonly left: AbortSignal;
}
