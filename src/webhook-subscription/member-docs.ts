import type { ApiPropertyOptions } from '@nestjs/swagger';
import { eventTypeNames } from '../event/domain/event-types.js';
import type { AuthData, AuthType } from './domain/auth/auth-type.js';
import { authTypeNames, authTypes } from './domain/auth/auth-types.js';

/** What the documentation says of each member, wherever it appears. */
export const memberDocs = {
  type: {
    description:
      'The event that triggers the subscription. `companyExpense.created` is only for partners with that feature.',
    enum: eventTypeNames,
    example: 'document.accepted',
  },
  isActive: { description: 'Whether events trigger the subscription.', type: 'boolean', example: true },
  url: {
    description:
      'Where to send the POST: https, at most 2,048 characters, no user info, no fragment, a public host with a ' +
      'dot, no port of another protocol, as 25 of SMTP.',
    type: 'string',
    format: 'uri',
    maxLength: 2_048,
    example: 'https://hooks.partner.example/livery',
  },
  authType: {
    description: 'How the POST authenticates to `url`; null for not at all, which also clears `authData`.',
    enum: authTypeNames,
    nullable: true,
    example: 'basicauth',
  },
  authData: {
    description:
      'The credentials, required when `authType` is set. A secret reads back as `********`; sent back so, it keeps ' +
      `the stored one. ${authTypes.map(membersOf).join(' ')}`,
    anyOf: [...authTypes.map(schemaOf), { type: 'null' }],
    example: exampleOf(authTypes[0]),
  },
  includePaths: {
    description:
      'What `data` holds: `[]` nothing, `["*"]` everything, else what these paths select, in the structure of the ' +
      'document. A path is names joined by dots, with `*` for any member of an object or element of an array; `\\.` ' +
      'is a dot within a name. An array of which something is selected keeps its length: elements without anything ' +
      'selected stand as `{}`, `[]` or null. At most 100 paths.',
    type: 'array',
    items: { type: 'string' },
    maxItems: 100,
    example: ['id', 'status', 'data.name'],
  },
  conditions: {
    description:
      'Which documents trigger the subscription; null for all. Each key is a path, each value what must stand there: ' +
      'all keys must match. A path with `*` matches if any selected value does; a missing path never matches. ' +
      'Values are equal by JSON type and value. `{ "$in": […] }`, `$nin`, `$ne`, `$exists`, `$gt`, `$gte`, `$lt`, ' +
      '`$lte` and `$startsWith` are operators, and several in one object must hold for the same value; any other ' +
      'object is compared whole. At most 50 keys.',
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { status: 'accepted', 'data.amount': { $gte: 1000 } },
  },
} as const satisfies Readonly<Record<string, ApiPropertyOptions>>;

/** The credentials of one auth type, under its name. The console makes its form of it. */
function schemaOf({ name, meaning, members }: AuthType) {
  const properties = Object.entries(members).map(([member, { label, isSecret, ...rest }]) => {
    const { description, example, maxLength } = rest;
    const format = isSecret ? { format: 'password' } : {};
    return [member, { type: 'string', title: label, description, example, maxLength, ...format }];
  });
  return {
    title: name,
    type: 'object',
    description: meaning,
    additionalProperties: false,
    required: Object.keys(members),
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
