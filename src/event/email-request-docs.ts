import { type EmailKind, type EmailVariable, givenBy } from '../rendering/domain/email-kind.js';
import {
  lineProblems,
  MAX_LINE,
  MAX_TEXT,
  MAX_WEB_ADDRESS,
  mustBeGiven,
  textProblems,
  webAddressProblems,
} from '../rendering/domain/given-values.js';
import { languages } from '../rendering/domain/email-request.js';
import { ATTACHMENT_LIMITS } from '../rendering/emails/attachments.js';
import { emailKinds } from '../rendering/emails/email-kinds.js';

type Schema = Readonly<Record<string, unknown>>;

/** A part of a pattern: control characters, line ends and changes of direction. */
const NOT_IN_A_LINE = '\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069';

/** Base64 with its padding; unused bits are 0. */
const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$';

/** The JSON Schema of each check. */
const KEYWORDS: ReadonlyMap<unknown, Schema> = new Map([
  [textProblems, { minLength: 1, maxLength: MAX_TEXT }],
  [lineProblems, { minLength: 1, maxLength: MAX_LINE, pattern: `^[^${NOT_IN_A_LINE}]+$` }],
  [webAddressProblems, { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: MAX_WEB_ADDRESS }],
]);
/** The same for values that may also be the empty text, which counts as absent. */
const KEYWORDS_OR_EMPTY: ReadonlyMap<unknown, Schema> = new Map([
  [textProblems, { maxLength: MAX_TEXT }],
  [lineProblems, { maxLength: MAX_LINE, pattern: `^[^${NOT_IN_A_LINE}]*$` }],
  [webAddressProblems, { pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]?://|$)', maxLength: MAX_WEB_ADDRESS }],
]);

const attachments = {
  type: ['array', 'null'],
  description: `Files that go with the email: at most ${ATTACHMENT_LIMITS.attachments}, with at most ${ATTACHMENT_LIMITS.bytes} bytes together.`,
  maxItems: ATTACHMENT_LIMITS.attachments,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['filename', 'contentType', 'content'],
    properties: {
      filename: {
        type: 'string',
        minLength: 1,
        maxLength: MAX_LINE,
        pattern: `^[^/\\\\${NOT_IN_A_LINE}]+$`,
        description: 'Name of the file, without folders.',
      },
      contentType: {
        type: 'string',
        pattern: '^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$',
        description: 'Media type without parameters, such as `application/pdf`.',
      },
      content: {
        type: 'string',
        minLength: 1,
        contentEncoding: 'base64',
        pattern: BASE64,
        description: 'The bytes, in base64 with its padding.',
      },
    },
  },
};

/** The schema of an entry of an event's `emails`, with one variant for each email kind. */
export const emailRequestSchema = { oneOf: Object.entries(emailKinds).map(schemaOfKind) };

/** An example of an entry. */
export const emailRequestExample = {
  kind: 'document',
  to: 'ada@client.example',
  language: 'en',
  ...emailKinds['document']?.sample.en,
};

function schemaOfKind([name, kind]: [string, EmailKind]): Schema {
  const given = givenBy(kind);
  const members = {
    kind: { type: 'string', enum: [name], description: kind.meaning },
    to: { type: 'string', format: 'email', maxLength: 254, description: 'Address of the recipient.' },
    language: { type: 'string', enum: languages, description: 'Language of the texts that are not given.' },
    ...propertiesOf(given),
    attachments,
  };
  const required = ['kind', 'to', 'language', ...requiredOf(given)];
  return { title: name, type: 'object', additionalProperties: false, required, properties: members };
}

function propertiesOf(variables: readonly EmailVariable[]): Schema {
  return Object.fromEntries(variables.map((variable) => [variable.name, schemaOf(variable)]));
}

function schemaOf(variable: EmailVariable): Schema {
  const { meaning, given: check, members = [], mayHaveMore = false } = variable;
  const type = mustBeGiven(variable) ? variable.type : [variable.type, 'null'];
  const keywords = mustBeGiven(variable) ? KEYWORDS : KEYWORDS_OR_EMPTY;
  if (variable.type !== 'object') return { type, ...keywords.get(check), description: meaning };
  const given = members.filter(isGiven);
  return {
    type,
    description: meaning,
    properties: propertiesOf(given),
    required: requiredOf(given),
    additionalProperties: mayHaveMore,
  };
}

function requiredOf(variables: readonly EmailVariable[]): string[] {
  return variables.filter(mustBeGiven).map(({ name }) => name);
}

function isGiven({ given }: EmailVariable): boolean {
  return given !== undefined;
}
