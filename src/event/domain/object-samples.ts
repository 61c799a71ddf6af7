type Sample = Readonly<Record<string, unknown>>;

const CREATED_AT = '2026-02-03T04:05:06.789Z';
const LATER = '2026-02-06T10:11:12.131Z';

const HEALTH: Readonly<Record<'failing' | 'at_risk' | 'deleted', Sample>> = {
  failing: { state: 'failing', consecutiveFailures: 2, nextAttemptAt: LATER, willBeDeletedAt: LATER },
  at_risk: { state: 'at_risk', consecutiveFailures: 6, nextAttemptAt: LATER, willBeDeletedAt: LATER },
  deleted: { state: 'failing', consecutiveFailures: 11, nextAttemptAt: null, willBeDeletedAt: null },
};

/** A sample subscription with failing deliveries. */
export function sampleSubscription(state: keyof typeof HEALTH): Sample {
  return {
    id: 7,
    type: 'document.accepted',
    isActive: true,
    url: 'https://hooks.example/livery',
    authType: 'basicauth',
    authData: { username: 'livery', password: '********' },
    includePaths: ['id', 'status'],
    conditions: null,
    lastActiveAt: CREATED_AT,
    health: { ...HEALTH[state], lastStatus: 503 },
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    ...(state === 'deleted' && { updatedAt: LATER, deletedReason: 'retries_exhausted' }),
  };
}

/** A sample email template. */
export function sampleTemplate(): Sample {
  return {
    id: 3,
    name: 'Document email',
    type: 'html',
    parser: 'hbs',
    data: '<p>Hello {{clientFirstName}}</p>',
    inlineStyles: true,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
  };
}

/** A sample email that has bounced. */
export function sampleBouncedEmail(): Sample {
  const answer = '550 5.1.1 The address does not exist';
  return {
    id: '019b0000-1234-7abc-8def-0123456789ab',
    eventId: 'evt-1042',
    type: 'document.sent',
    typeId: '5f3a1c9e7b2d4c0012ab34cd',
    companyId: 1,
    kind: 'document',
    to: 'ada@client.example',
    language: 'en',
    subject: 'Kitchen Works Ltd has sent you a document: Offer 1042',
    fromName: 'Kitchen Works Ltd',
    replyTo: null,
    test: false,
    resendOf: null,
    templateId: 3,
    status: 'bounced',
    fallback: null,
    bounce: { status: '5.1.1', answer, reportedAt: LATER },
    attemptCount: 1,
    createdAt: CREATED_AT,
    nextAttemptAt: null,
    lastStatus: 250,
    lastError: null,
  };
}
