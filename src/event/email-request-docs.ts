import { type EmailKind, type EmailVariable, givenBy } from '../rendering/domain/email-kind.js';
import { languages } from '../rendering/domain/email-request.js';
import { ATTACHMENT_LIMITS } from '../rendering/emails/attachments.js';
import { emailKinds } from '../rendering/emails/email-kinds.js';

type Schema = Readonly<Record<string, unknown>>;

const attachments = {
  type: 'array',
  description: `Files that go with the email: at most ${ATTACHMENT_LIMITS.attachments}, with at most ${ATTACHMENT_LIMITS.bytes} bytes together.`,
  maxItems: ATTACHMENT_LIMITS.attachments,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['filename', 'contentType', 'content'],
    properties: {
      filename: { type: 'string', maxLength: 255, description: 'Name of the file, without folders.' },
      contentType: { type: 'string', description: 'Media type without parameters, as `application/pdf`.' },
      content: { type: 'string', contentEncoding: 'base64', description: 'The bytes.' },
    },
  },
};

/** The schema of one entry of an event's `emails`: one for each kind, made of what the kind declares. */
export const emailRequestSchema = { oneOf: Object.entries(emailKinds).map(schemaOfKind) };

/** An entry as it could be. */
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
    to: { type: 'string', format: 'email', description: 'Address of the recipient.' },
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

function schemaOf({ type, meaning, members = [], mayHaveMore = false }: EmailVariable): Schema {
  if (type !== 'object') return { type, description: meaning };
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
  return variables
    .filter(({ required, otherwise }) => required && otherwise === undefined)
    .map(({ name }) => name);
}

function isGiven({ given }: EmailVariable): boolean {
  return given !== undefined;
}
