import { Partner0001 } from './0001-partner.js';
import { EmailTemplate0002 } from './0002-email-template.js';
import { WebhookSubscription0003 } from './0003-webhook-subscription.js';
import { Delivery0004 } from './0004-delivery.js';
import { IdempotencyKey0005 } from './0005-idempotency-key.js';
import { EmailTemplateVersion0006 } from './0006-email-template-version.js';
import { PortalLink0007 } from './0007-portal-link.js';
import { Email0008 } from './0008-email.js';
import { EmailTemplateAssignment0009 } from './0009-email-template-assignment.js';
import { RateLimit0010 } from './0010-rate-limit.js';
import { Erasure0012 } from './0012-erasure.js';
import { FanOutVersion0013 } from './0013-fan-out-version.js';
import { Outbox0014 } from './0014-outbox.js';
import { RowLevelSecurity0015 } from './0015-row-level-security.js';
import { OutboxRefusedAt0016 } from './0016-outbox-refused-at.js';
import { LogIndexes0017 } from './0017-log-indexes.js';
import { SessionsAndLives0018 } from './0018-sessions-and-lives.js';
import { RenderedStructure0019 } from './0019-rendered-structure.js';
import { InlineStyles0020 } from './0020-inline-styles.js';
import { ProjectedLater0021 } from './0021-projected-later.js';
import { LogTableNames0030 } from './0030-log-table-names.js';
import { DecisionsAndVersions0031 } from './0031-decisions-and-versions.js';
import { PartnerVersions0032 } from './0032-partner-versions.js';
import { LiveSubscription0033 } from './0033-live-subscription.js';
import { EmailTemplateFit0034 } from './0034-email-template-fit.js';
import { RequestEmails0035 } from './0035-request-emails.js';
import { AcceptedEvent0036 } from './0036-accepted-event.js';
import { AssignmentHeaders0040 } from './0040-assignment-headers.js';
import { EmailContent0041 } from './0041-email-content.js';
import { EmailTemplateDraft0042 } from './0042-email-template-draft.js';
import { Contact0043 } from './0043-contact.js';
import { EmailSnippet0045 } from './0045-email-snippet.js';
import { PartnerSender0050 } from './0050-partner-sender.js';
import { Suppression0051 } from './0051-suppression.js';
import { EventKeyIndex0060 } from './0060-event-key-index.js';
import { LockPartners0070 } from './0070-lock-partners.js';
import { Notice0071 } from './0071-notice.js';
import { Turns0075 } from './0075-turns.js';
import { TurnIndex0076 } from './0076-turn-index.js';
import { DeleteWhen0080 } from './0080-delete-when.js';
import { MaxPerSecond0081 } from './0081-max-per-second.js';
import { SigningKeys0082 } from './0082-signing-keys.js';
import { Statistics0085 } from './0085-statistics.js';
import { SubscriptionHistory0086 } from './0086-subscription-history.js';
import { Changes0090 } from './0090-changes.js';
import { RecoveredPlace0091 } from './0091-recovered-place.js';
import { EmailDocument0100 } from './0100-email-document.js';
import { AssignedEmailTemplate0110 } from './0110-assigned-email-template.js';
import { PartnerStripes0120 } from './0120-partner-stripes.js';
import { EmailAsSent0125 } from './0125-email-as-sent.js';
import { Cells0130 } from './0130-cells.js';
import { PartnerMoves0140 } from './0140-partner-moves.js';
import { Draining0150 } from './0150-draining.js';
import { MatchedPartners0155 } from './0155-matched-partners.js';
import { GivenEventKeyIndex0160 } from './0160-given-event-key-index.js';
import { PartnerFeature0170 } from './0170-partner-feature.js';

/** Every migration, oldest first. A released one is never changed; a new one is added at the end. There never was a 0011. */
export const migrations = [
  Partner0001,
  EmailTemplate0002,
  WebhookSubscription0003,
  Delivery0004,
  IdempotencyKey0005,
  EmailTemplateVersion0006,
  PortalLink0007,
  Email0008,
  EmailTemplateAssignment0009,
  RateLimit0010,
  Erasure0012,
  FanOutVersion0013,
  Outbox0014,
  RowLevelSecurity0015,
  OutboxRefusedAt0016,
  LogIndexes0017,
  SessionsAndLives0018,
  RenderedStructure0019,
  InlineStyles0020,
  ProjectedLater0021,
  LogTableNames0030,
  DecisionsAndVersions0031,
  PartnerVersions0032,
  LiveSubscription0033,
  EmailTemplateFit0034,
  RequestEmails0035,
  AcceptedEvent0036,
  AssignmentHeaders0040,
  EmailContent0041,
  EmailTemplateDraft0042,
  Contact0043,
  EmailSnippet0045,
  PartnerSender0050,
  Suppression0051,
  EventKeyIndex0060,
  LockPartners0070,
  Notice0071,
  Turns0075,
  TurnIndex0076,
  DeleteWhen0080,
  MaxPerSecond0081,
  SigningKeys0082,
  Statistics0085,
  SubscriptionHistory0086,
  Changes0090,
  RecoveredPlace0091,
  EmailDocument0100,
  AssignedEmailTemplate0110,
  PartnerStripes0120,
  EmailAsSent0125,
  Cells0130,
  PartnerMoves0140,
  Draining0150,
  MatchedPartners0155,
  GivenEventKeyIndex0160,
  PartnerFeature0170,
];
