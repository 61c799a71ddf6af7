import type { EmailRequest } from '../../rendering/domain/email-request.js';
import { emailRequestOf } from '../../rendering/emails/email-request.js';
import { hasMoreCharacters } from '../../shared/domain/characters.js';
import { InvalidInput, problem, type Problem } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { timeIn } from '../../shared/domain/timestamp.js';
import { didYouMean, MAX_HINTS } from '../../shared/domain/unknown-members.js';
import type { DocumentEvent } from './event.js';
import { isReportedType, reportedTypeNames } from './event-types.js';

/** The most events of one request. */
export const MAX_EVENTS = 1_000;
/** The most bytes of one event's `data` as JSON. */
export const MAX_DATA_BYTES = 1_048_576;
/** The most emails that one event may request. */
export const MAX_EMAILS = 100;
/** The most bytes of one event's `company` as JSON, which each of its emails stores. */
export const MAX_COMPANY_BYTES = 65_536;
/** The greatest company id. */
export const MAX_COMPANY_ID = 2_147_483_647;
const MAX_BRAND_LENGTH = 255;
const MAX_KEY_LENGTH = 128;
const MAX_TYPE_ID_LENGTH = 255;

const MEMBERS = new Set([
  'id',
  'type',
  'typeId',
  'companyId',
  'createdAt',
  'data',
  'company',
  'brand',
  'emails',
]);
const NO_EMAILS: readonly EmailRequest[] = [];

/**
 * Validates a request body: one event, or an array of up to 1,000 (docs/specification.md#events-in). Written by hand,
 * because this is the busiest route; the DTO only documents it.
 * @throws InvalidInput with all problems of all events; pointers start with the index if the body is an array
 */
export function eventsOf(body: unknown, now: Date): DocumentEvent[] {
  const items: readonly unknown[] = Array.isArray(body) ? body : [body];
  const problems: Problem[] = [];
  if (Array.isArray(body) && (items.length === 0 || items.length > MAX_EVENTS)) {
    throw new InvalidInput([problem('out_of_range', `Must have 1 to ${MAX_EVENTS} events.`)]);
  }
  const events: DocumentEvent[] = [];
  items.forEach((item, index) => {
    const event = eventOf(item, Array.isArray(body) ? `/${index}` : '', now, problems);
    if (event) events.push(event);
  });
  if (problems.length > 0) throw new InvalidInput(problems);
  return events;
}

/**
 * Validates a single event.
 * @throws InvalidInput with all problems; pointers start at the event
 */
export function singleEvent(item: unknown, now: Date): DocumentEvent {
  const problems: Problem[] = [];
  const event = eventOf(item, '', now, problems);
  if (event === null || problems.length > 0) throw new InvalidInput(problems);
  return event;
}

function eventOf(item: unknown, at: string, now: Date, problems: Problem[]): DocumentEvent | null {
  if (!isObject(item)) {
    problems.push({ pointer: at, code: 'wrong_type', message: 'Must be an event object.' });
    return null;
  }
  const before = problems.length;
  const refuse = (member: string, code: string, message: string): void => {
    problems.push({ pointer: at + pointerTo(member), code, message });
  };
  for (const member of Object.keys(item)) {
    if (MEMBERS.has(member)) continue;
    const hint = problems.length < MAX_HINTS ? didYouMean(member, MEMBERS) : '';
    refuse(member, 'unknown_member', `Is not a member of an event.${hint}`);
  }
  const own = (member: string): unknown => (Object.hasOwn(item, member) ? item[member] : undefined);
  const key = own('id') ?? null;
  if (key !== null && !isText(key, MAX_KEY_LENGTH)) {
    refuse('id', faultOfText(key), `Must be a string of 1 to ${MAX_KEY_LENGTH} characters.`);
  }
  const type = own('type');
  if (!isReportedType(type)) {
    refuse(
      'type',
      type === undefined ? 'required' : 'not_allowed',
      `Must be one of: ${reportedTypeNames.join(', ')}.`,
    );
  }
  const typeId = own('typeId');
  if (!isText(typeId, MAX_TYPE_ID_LENGTH)) {
    refuse('typeId', faultOfText(typeId), `Must be a string of 1 to ${MAX_TYPE_ID_LENGTH} characters.`);
  }
  const companyId = own('companyId');
  if (!Number.isInteger(companyId) || Number(companyId) < 1 || Number(companyId) > MAX_COMPANY_ID) {
    refuse('companyId', faultOfNumber(companyId), `Must be a whole number from 1 to ${MAX_COMPANY_ID}.`);
  }
  const time = own('createdAt') ?? null;
  const createdAt = timeOf(time, now);
  if (createdAt === null) {
    const code = typeof time === 'string' ? 'invalid_timestamp' : 'wrong_type';
    refuse('createdAt', code, 'Must be a time in ISO 8601, such as 2026-02-03T04:05:06.789Z.');
  }
  const data = own('data');
  if (!isObject(data)) refuse('data', missing(data), 'Must be the JSON object of the document.');
  const json = isObject(data) ? JSON.stringify(data) : '';
  if (json.length > MAX_DATA_BYTES / 3 && Buffer.byteLength(json) > MAX_DATA_BYTES) {
    refuse('data', 'too_long', `Must be at most ${MAX_DATA_BYTES} bytes of JSON.`);
  }
  const company = own('company') ?? null;
  if (company !== null && !isObject(company)) refuse('company', 'wrong_type', 'Must be an object.');
  else if (company !== null && Buffer.byteLength(JSON.stringify(company)) > MAX_COMPANY_BYTES) {
    refuse('company', 'too_long', `Must be at most ${MAX_COMPANY_BYTES} bytes of JSON.`);
  }
  const brand = own('brand') ?? null;
  if (brand !== null && (typeof brand !== 'string' || hasMoreCharacters(brand, MAX_BRAND_LENGTH))) {
    refuse('brand', faultOfText(brand), `Must be a string of at most ${MAX_BRAND_LENGTH} characters.`);
  }
  const emails = emailsOf(own('emails') ?? NO_EMAILS, at + pointerTo('emails'), problems);
  if (problems.length > before || createdAt === null || !isReportedType(type) || !isObject(data)) return null;
  return {
    key: typeof key === 'string' ? key : null,
    type,
    typeId: String(typeId),
    companyId: Number(companyId),
    createdAt,
    data,
    json,
    company: isObject(company) ? company : null,
    brand: typeof brand === 'string' ? brand : null,
    emails,
  };
}

function emailsOf(value: unknown, at: string, problems: Problem[]): readonly EmailRequest[] {
  if (!Array.isArray(value)) {
    problems.push({ pointer: at, code: 'wrong_type', message: 'Must be an array of emails.' });
    return NO_EMAILS;
  }
  if (value.length > MAX_EMAILS) {
    problems.push({ pointer: at, code: 'too_long', message: `Must have at most ${MAX_EMAILS} emails.` });
    return NO_EMAILS;
  }
  if (value.length === 0) return NO_EMAILS;
  return value
    .map((item: unknown, index) => emailRequestOf(item, at + pointerTo(index), problems))
    .filter((request) => request !== null);
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value !== '' && !hasMoreCharacters(value, max);
}

function missing(value: unknown): string {
  return value === undefined ? 'required' : 'wrong_type';
}

function faultOfText(value: unknown): string {
  if (typeof value !== 'string') return missing(value);
  return value === '' ? 'too_short' : 'too_long';
}

function faultOfNumber(value: unknown): string {
  return Number.isInteger(value) ? 'out_of_range' : missing(value);
}

function timeOf(value: unknown, now: Date): Date | null {
  if (value === null) return now;
  return typeof value === 'string' ? timeIn(value) : null;
}
