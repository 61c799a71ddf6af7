import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { JsonObject } from '../event/domain/event.js';
import { eventTypeNames, type EventType } from '../event/domain/event-types.js';
import type { Problem } from '../shared/domain/errors.js';
import { Flag, Obeys, ObeysRule, OneOf, Optional } from '../shared/http/rules.js';
import { authProblems, NO_AUTH, type AuthChoice } from './domain/auth/auth-choice.js';
import { authDataProblems, type AuthData } from './domain/auth/auth-type.js';
import { authTypeNames, authTypes, findAuthType } from './domain/auth/auth-types.js';
import { Conditions } from './domain/conditions.js';
import { IncludePaths } from './domain/include-paths.js';
import { WebhookUrlRule } from './webhook-url.rule.js';

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
      'Where to send the POST: https, at most 2,048 characters, no user info, no fragment, a public host with a dot.',
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
      'The credentials, required when `authType` is set. For `basicauth` `username` (without a colon or control ' +
      'character) and `password`. The password reads back as `********`; sent back so, it keeps the stored one.',
    type: 'object',
    nullable: true,
    additionalProperties: { type: 'string' },
    example: { username: 'livery', password: '********' },
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

/** A new subscription. */
export class NewSubscriptionBody implements AuthChoice {
  @ApiProperty(memberDocs.type)
  @OneOf(eventTypeNames)
  type: EventType;

  @ApiProperty(memberDocs.isActive)
  @Flag()
  isActive: boolean;

  @ApiProperty(memberDocs.url)
  @ObeysRule(WebhookUrlRule)
  url: string;

  @ApiPropertyOptional({ ...memberDocs.authType, default: null })
  @Obeys(ofNewAuth('/authType'), { alsoAbsent: true })
  authType?: string | null;

  @ApiPropertyOptional({ ...memberDocs.authData, default: null })
  @Obeys(ofNewAuth('/authData'), { alsoAbsent: true })
  authData?: AuthData | null;

  @ApiProperty(memberDocs.includePaths)
  @Obeys((value) => IncludePaths.problemsIn(value))
  includePaths: string[];

  @ApiPropertyOptional({ ...memberDocs.conditions, default: null })
  @Optional()
  @Obeys((value) => Conditions.problemsIn(value))
  conditions?: JsonObject | null;
}

/** A change of a subscription: what is absent stays as it is. */
export class SubscriptionChangeBody implements AuthChoice {
  @ApiPropertyOptional(memberDocs.type)
  @Optional()
  @OneOf(eventTypeNames)
  type?: EventType;

  @ApiPropertyOptional(memberDocs.isActive)
  @Optional()
  @Flag()
  isActive?: boolean;

  @ApiPropertyOptional(memberDocs.url)
  @Optional()
  @ObeysRule(WebhookUrlRule)
  url?: string;

  @ApiPropertyOptional(memberDocs.authType)
  @Optional()
  @OneOf(authTypeNames, { nullable: true })
  authType?: string | null;

  @ApiPropertyOptional(memberDocs.authData)
  @Optional()
  @Obeys(changedAuthDataProblems)
  authData?: AuthData | null;

  @ApiPropertyOptional(memberDocs.includePaths)
  @Optional()
  @Obeys((value) => IncludePaths.problemsIn(value))
  includePaths?: string[];

  @ApiPropertyOptional(memberDocs.conditions)
  @Optional()
  @Obeys((value) => Conditions.problemsIn(value))
  conditions?: JsonObject | null;
}

/** The problems of a new subscription's credentials that belong to one of its two members. */
function ofNewAuth(member: '/authType' | '/authData') {
  return (_value: unknown, body: AuthChoice): Problem[] =>
    authProblems(body, NO_AUTH)
      .filter(({ pointer }) => pointer.startsWith(member))
      .map((problem) => ({ ...problem, pointer: problem.pointer.slice(member.length) }));
}

/** What can be told of changed credentials before the stored ones are known, with which they are merged later. */
function changedAuthDataProblems(value: unknown, { authType }: AuthChoice): Problem[] {
  if (typeof value !== 'object') {
    return [{ pointer: '', code: 'wrong_type', message: 'Must be null or an object.' }];
  }
  if (value === null || authType === null) return [];
  const chosen = findAuthType(authType);
  const candidates = chosen === null ? authTypes : [chosen];
  const found = candidates.map((type) => authDataProblems(type, value));
  return found.find((problems) => problems.length === 0) ?? found.flat();
}
