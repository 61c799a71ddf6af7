import { problem, type Problem } from '../../shared/domain/errors.js';
import { isObject } from '../../shared/domain/is-object.js';
import { pointerTo } from '../../shared/domain/json-pointer.js';
import { unknownMembers } from '../../shared/domain/unknown-members.js';
import type { EmailAttachment } from '../domain/email-request.js';
import { lineProblems, ownOf, textProblems } from '../domain/given-values.js';

/** Limits on the attachments of one email. */
export const ATTACHMENT_LIMITS = {
  attachments: 10,
  /** Decoded, of all attachments together. */
  bytes: 10 * 1024 * 1024,
} as const;

const MEMBERS = new Set(['filename', 'contentType', 'content']);
/** Type and subtype (RFC 6838, 4.2), without parameters. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/i;

/** The attachments given by a request. If they are invalid, returns null and adds to `problems`. */
export function attachmentsOf(value: unknown, problems: Problem[]): readonly EmailAttachment[] | null {
  const before = problems.length;
  const refuse = (pointer: string, code: string, message: string) => {
    problems.push({ pointer: `/attachments${pointer}`, code, message });
  };
  if (!Array.isArray(value)) {
    refuse('', 'wrong_type', 'Must be an array of attachments.');
    return null;
  }
  if (value.length > ATTACHMENT_LIMITS.attachments) {
    refuse('', 'too_long', `Must have at most ${ATTACHMENT_LIMITS.attachments} entries.`);
    return null;
  }
  const attachments = value.map((item: unknown, index) => {
    if (!isObject(item)) {
      refuse(pointerTo(index), 'wrong_type', 'Must be an object with filename, contentType and content.');
      return null;
    }
    const text = (member: string, check: (value: unknown) => readonly Problem[]): string => {
      const value = ownOf(item, member) ?? null;
      const found = value === null ? [REQUIRED] : check(value);
      for (const { code, message } of found) refuse(pointerTo(index) + pointerTo(member), code, message);
      return typeof value === 'string' ? value : '';
    };
    for (const { pointer, code, message } of unknownMembers(Object.keys(item), MEMBERS)) {
      refuse(pointerTo(index) + pointer, code, message);
    }
    return {
      filename: text('filename', filenameProblems),
      contentType: text('contentType', mediaTypeProblems),
      content: text('content', contentProblems),
    };
  });
  const given = attachments.filter((attachment) => attachment !== null);
  const bytes = given.reduce((sum, { content }) => sum + Buffer.byteLength(content, 'base64'), 0);
  if (bytes > ATTACHMENT_LIMITS.bytes) {
    refuse('', 'too_long', `Must have at most ${ATTACHMENT_LIMITS.bytes} bytes together.`);
  }
  return problems.length > before ? null : given;
}

const REQUIRED: Problem = problem('required', 'Is required.');

function filenameProblems(value: unknown): readonly Problem[] {
  const problems = lineProblems(value);
  if (problems.length > 0 || !/[/\\]|^\.{1,2}$/.test(String(value))) return problems;
  return [problem('not_allowed', 'Must be the name of a file, without folders.')];
}

function mediaTypeProblems(value: unknown): readonly Problem[] {
  if (typeof value === 'string' && MEDIA_TYPE.test(value)) return [];
  const code = typeof value === 'string' ? 'not_allowed' : 'wrong_type';
  return [
    { pointer: '', code, message: 'Must be a media type without parameters, such as application/pdf.' },
  ];
}

function contentProblems(value: unknown): readonly Problem[] {
  const max = Math.ceil(ATTACHMENT_LIMITS.bytes / 3) * 4;
  const problems = textProblems(value, max);
  if (problems.length > 0 || typeof value !== 'string') return problems;
  return Buffer.from(value, 'base64').toString('base64') === value
    ? []
    : [problem('not_base64', 'Must be base64 with its padding, without line breaks.')];
}
