import type { ApiPropertyOptions } from '@nestjs/swagger';
import { eventTypeNames } from '../event/domain/event-types.js';
import type { AuthData, AuthType } from './domain/auth/auth-type.js';
import { authTypeNames, authTypes } from './domain/auth/auth-types.js';

/** The descriptions of the members, wherever they appear in the documentation. */
export const memberDocs = {
  type: {
    description:
      'The event type that triggers the subscription. `companyExpense.created` is only for partners with that feature.',
    enum: eventTypeNames,
    example: 'document.accepted',
  },
  isActive: { description: 'Whether events trigger the subscription.', type: 'boolean', example: true },
  url: {
    description:
      'The target of the POST: https, at most 2,048 characters, without user info and fragment, a public host ' +
      'with a dot, and no port of another protocol, such as 25 of SMTP.',
    type: 'string',
    // Not `uri`: names and paths may have other letters than ASCII.
    format: 'iri',
    maxLength: 2_048,
    example: 'https://hooks.partner.example/livery',
  },
  authType: {
    description: 'How the POST authenticates to `url`. Null: not at all, which also clears `authData`.',
    enum: authTypeNames,
    nullable: true,
    example: 'basicauth',
  },
  authData: {
    description:
      'The credentials, required when `authType` is set. A secret reads back as `********`; sending that back keeps ' +
      `the stored one. ${authTypes.map(membersOf).join(' ')}`,
    anyOf: [...authTypes.map(schemaOf), { type: 'null' }],
    example: exampleOf(authTypes[0]),
  },
  includePaths: {
    description:
      'The members of `data`: none with `[]`, all with `["*"]`, otherwise those that the paths select, in the ' +
      'structure of the document. A path is names joined by dots, with `*` for any member of an object or element ' +
      'of an array; `\\.` is a dot within a name. An array with something selected keeps its length: other ' +
      'elements become `{}`, `[]` or null. At most 100 paths and 16 KiB in total.',
    type: 'array',
    items: { type: 'string', minLength: 1 },
    maxItems: 100,
    example: ['id', 'status', 'data.name'],
  },
  conditions: {
    description:
      'The documents that trigger the subscription; null for all. Each key is a path, and each value the one ' +
      'expected there; all must match. A path with `*` matches if any selected value does; a missing path matches ' +
      'only `{ "$exists": false }`. Values are compared by JSON type and content, objects as a whole. An object ' +
      'with operators (`$in`, `$nin`, `$ne`, `$exists`, `$gt`, `$gte`, `$lt`, `$lte`, `$startsWith`) matches if ' +
      'one value satisfies all of them. At most 50 keys, 16 KiB of JSON and 32 levels.',
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { status: 'accepted', 'data.amount': { $gte: 1000 } },
  },
} as const satisfies Readonly<Record<string, ApiPropertyOptions>>;

/** The schema of an auth type's credentials, which the console turns into a form. */
function schemaOf({ name, meaning, members }: AuthType) {
  const properties = Object.entries(members).map(([member, { label, isSecret, isMultiline, ...rest }]) => {
    const { description, example, maxLength, oneOf } = rest;
    const schema = {
      type: 'string',
      title: label,
      description,
      example,
      maxLength,
      ...(isSecret && { format: 'password' }),
      ...(oneOf && { enum: oneOf }),
      ...(isMultiline && { contentMediaType: 'application/x-pem-file' }),
    };
    return [member, schema];
  });
  return {
    title: name,
    type: 'object',
    description: meaning,
    additionalProperties: false,
    required: Object.keys(members).filter((member) => !members[member]?.isOptional),
    properties: Object.fromEntries(properties),
  };
}

function membersOf({ name, members }: AuthType): string {
  const described = Object.entries(members).map(
    ([member, { description }]) => `\`${member}\` (${description})`,
  );
  return `For \`${name}\`: ${described.join(', ')}.`;
}

function exampleOf(type: AuthType | undefined): AuthData {
  const members = Object.entries(type?.members ?? {});
  return Object.fromEntries(members.map(([member, { example }]) => [member, example]));
}
