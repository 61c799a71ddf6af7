import type { NoticeName } from '../../contact/domain/contact.js';
import type { Language } from '../../rendering/domain/email-request.js';
import type { DigestVariables, NoticeTone, NoticeVariables } from '../../rendering/emails/notice-template.js';
import type { DeletionRule } from '../../webhook-subscription/domain/delivery-options.js';
import type { FailureFacts, Notice, SubscriptionNotice } from './notice.js';
import { noticeTexts } from './notice-texts.js';
import { maskedAddress, type NoticeObject } from './notice-object.js';

/** The reader of a notice's email, and the target of its links. */
export interface NoticeReading {
  readonly language: Language;
  readonly partnerName: string;
  /** True for an operator, who receives the notices of all partners. */
  readonly isOperator: boolean;
  /** The address of the console, without a fragment. */
  readonly consoleUrl: string;
}

/** A notice and its object in the form of the API; null if that no longer exists. */
export interface ReadableNotice {
  readonly notice: Notice;
  readonly object: NoticeObject | null;
}

const VIEWS: Readonly<Record<NoticeName, string>> = {
  'subscription.failing': 'subscriptions',
  'subscription.atRisk': 'subscriptions',
  'subscription.deleted': 'subscriptions',
  'emailTemplate.fallback': 'templates',
  'email.bounced': 'emails',
};

const TONES: Readonly<Record<NoticeName, NoticeTone>> = {
  'subscription.failing': 'warning',
  'subscription.atRisk': 'danger',
  'subscription.deleted': 'loss',
  'emailTemplate.fallback': 'warning',
  'email.bounced': 'warning',
};

const LOCALES: Readonly<Record<Language, string>> = { sv: 'sv-SE', en: 'en-GB' };
const TIME_ZONE = 'Europe/Stockholm';

export function toneOf({ name }: Notice): NoticeTone {
  return TONES[name];
}

/** The email of one notice. */
export function noticeVariables(readable: ReadableNotice, reading: NoticeReading): NoticeVariables {
  const { notice, object } = readable;
  const texts = noticeTexts[reading.language];
  const words = texts.notices[notice.name];
  const isByEndpoint = object?.deleteWhen === ('endpointFailed' satisfies DeletionRule);
  return {
    subject: words.subject(nameOf(readable, reading.language), deletionOf(notice, reading.language)),
    label: words.label,
    heading: words.heading,
    partner: reading.partnerName,
    paragraphs: (isByEndpoint ? words.endpointParagraphs : null) ?? words.paragraphs,
    facts: factsOf(readable, reading.language).map(([label, value], index) => ({
      label,
      value,
      isMain: index === 0,
    })),
    link: {
      href: addressOf(notice, reading),
      text: isOfAssignment(notice) ? texts.assignmentButton : words.button,
    },
    reason: reasonOf(reading),
  };
}

/** The email about several notices, `count` in all, of which some are listed. */
export function digestVariables(
  listed: readonly ReadableNotice[],
  count: number,
  reading: NoticeReading,
): DigestVariables {
  const { language, partnerName, consoleUrl } = reading;
  const { notices, digest } = noticeTexts[language];
  return {
    subject: digest.subject(count, partnerName),
    heading: digest.heading(count),
    partner: partnerName,
    paragraphs: [digest.paragraph],
    entries: listed.map((readable) => ({
      title: notices[readable.notice.name].subject(
        nameOf(readable, language),
        deletionOf(readable.notice, language),
      ),
      detail: detailOf(readable, language),
      href: addressOf(readable.notice, reading),
    })),
    rest: count > listed.length ? digest.rest(count - listed.length) : '',
    link: { href: consoleUrl, text: digest.button },
    reason: reasonOf(reading),
  };
}

function reasonOf({ isOperator, language, partnerName }: NoticeReading): string {
  const { reason, operatorReason } = noticeTexts[language];
  return isOperator ? operatorReason : reason(partnerName);
}

/** The page in the console; a deleted subscription is restored there. */
function addressOf(notice: Notice, { consoleUrl }: NoticeReading): string {
  if (isOfAssignment(notice)) return `${consoleUrl}#/assignments`;
  return `${consoleUrl}#/${VIEWS[notice.name]}/${encodeURIComponent(notice.objectId)}`;
}

/** True if a subject or a sender name failed, which belong to the assignment of the template. */
function isOfAssignment({ name, facts }: Notice): boolean {
  return name === 'emailTemplate.fallback' && (facts.part ?? 'template') !== 'template';
}

function nameOf({ notice, object }: ReadableNotice, language: Language): string {
  switch (notice.name) {
    case 'emailTemplate.fallback':
      return textOf(object?.name) ?? noticeTexts[language].template(notice.objectId);
    case 'email.bounced':
      return maskedAddress(textOf(object?.to) ?? '');
    default:
      return new URL(notice.facts.url).host;
  }
}

type Fact = readonly [label: string, value: string];

/** The first fact is the most important one. */
function factsOf(readable: ReadableNotice, language: Language): readonly Fact[] {
  const { notice } = readable;
  const { facts, parts, fault } = noticeTexts[language];
  const time = timeOf(notice.createdAt, language);
  const ends: readonly Fact[] = [
    [facts.company, String(notice.companyId)],
    [facts.time, time],
  ];
  switch (notice.name) {
    case 'emailTemplate.fallback':
      return [
        [facts.fault, fault(notice.facts)],
        [facts.template, nameOf(readable, language)],
        [facts.part, parts[notice.facts.part ?? 'template']],
        ...ends,
      ];
    case 'email.bounced':
      return [[facts.recipient, nameOf(readable, language)], [facts.code, notice.facts.code], ...ends];
    default:
      return subscriptionFacts(notice, textOf(readable.object?.type), language);
  }
}

function subscriptionFacts(
  { name, facts: found, createdAt }: SubscriptionNotice,
  eventType: string | null,
  language: Language,
): readonly Fact[] {
  const { facts, exhausted } = noticeTexts[language];
  const about: readonly Fact[] = [
    [facts.lastAnswer, answerOf(found, language)],
    [facts.address, addressWithoutQuery(found.url)],
    ...(eventType === null ? [] : [[facts.event, eventType] as const]),
  ];
  if (name === 'subscription.deleted') {
    return [[facts.why, exhausted], [facts.deletedAt, timeOf(createdAt, language)], ...about];
  }
  if (found.willBeDeletedAt === null) return about;
  return [[facts.willBeDeleted, exactTimeOf(new Date(found.willBeDeletedAt), language)], ...about];
}

/** The address without its query, which may contain credentials. */
function addressWithoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

/** The line below the subject in a digest. The path distinguishes webhooks of one server. */
function detailOf({ notice, object }: ReadableNotice, language: Language): string {
  const time = timeOf(notice.createdAt, language);
  switch (notice.name) {
    case 'emailTemplate.fallback':
      return `${noticeTexts[language].fault(notice.facts)} · ${time}`;
    case 'email.bounced':
      return `${notice.facts.code} · ${time}`;
    default:
      return [addressWithoutQuery(notice.facts.url), textOf(object?.type), answerOf(notice.facts, language)]
        .filter((part) => part !== null)
        .join(' · ');
  }
}

function answerOf({ status, error, attemptedAt }: FailureFacts, language: Language): string {
  const { errors, otherError } = noticeTexts[language];
  const answer = status === null ? (errors[error ?? ''] ?? otherError) : `HTTP ${status}`;
  return `${answer} · ${timeOf(new Date(attemptedAt), language)}`;
}

/** The date on which a subscription will be deleted, in a short form for a subject. */
function deletionOf(notice: Notice, language: Language): string | null {
  if (notice.name !== 'subscription.atRisk' || notice.facts.willBeDeletedAt === null) return null;
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(new Date(notice.facts.willBeDeletedAt));
}

function timeOf(time: Date, language: Language): string {
  const format = { dateStyle: 'long', timeStyle: 'long', timeZone: TIME_ZONE } as const;
  return new Intl.DateTimeFormat(LOCALES[language], format).format(time);
}

/** A time both for people and, to the millisecond, in the form of the API. */
function exactTimeOf(time: Date, language: Language): string {
  return `${timeOf(time, language)} (${time.toISOString()})`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
