import type { OpenAPIObject, OperationObject, ParameterObject, SchemaObject } from '@nestjs/swagger';
import { type EventType, eventType, eventTypeNames } from '../event/domain/event-types.js';
import { SERVICE_VERSION } from '../shared/version.js';
import { authTypeNames } from '../webhook-subscription/domain/auth/auth-types.js';

const BODY_SCHEMA = 'WebhookBody';

/** The `webhooks` of the document: for each event type the POST that a subscription to it receives. */
export function webhookEntries(): NonNullable<OpenAPIObject['webhooks']> {
  return Object.fromEntries(eventTypeNames.map((type) => [type, { post: webhookEntry(type) }]));
}

/** The schema of every delivery's body. */
export function webhookSchemas(): Record<string, SchemaObject> {
  return {
    [BODY_SCHEMA]: {
      type: 'object',
      description: 'Serialised once: every attempt sends the same bytes.',
      required: ['type', 'typeId', 'source', 'sourceId', 'companyId', 'createdAt', 'data'],
      properties: {
        type: { type: 'string', enum: [...eventTypeNames], description: 'The event type.' },
        typeId: {
          type: 'string',
          description:
            'Id of the document or expense, or of your subscription, template or email, that the event is about.',
        },
        source: {
          type: 'string',
          enum: ['webhookSubscription'],
          description: 'Always `webhookSubscription`.',
        },
        sourceId: { type: 'integer', description: 'Id of the subscription.' },
        companyId: {
          type: 'integer',
          description: 'Id of the company whose action triggered the event.',
        },
        createdAt: { type: 'string', format: 'date-time', description: 'Time of the event.' },
        data: { type: 'object', description: 'The members that `includePaths` select.' },
      },
    },
  };
}

function webhookEntry(type: EventType): OperationObject {
  const { meaning, sample, feature, isOfPartner } = eventType(type);
  return {
    operationId: `webhook_${type}`,
    tags: ['Webhooks'],
    summary: meaning,
    description: [
      'Sent to the `url` of every active subscription to this type whose `conditions` match.',
      ...(isOfPartner === true
        ? ['About an object of yours: `data` is the object as the API shows it.']
        : []),
      ...(feature === undefined ? [] : [`Only for partners with the feature \`${feature}\`.`]),
      `With an \`authType\` (${authTypeNames.map((name) => `\`${name}\``).join(', ')}), it carries the credentials in \`authData\`.`,
      'Delivered at least once: a repetition has the same `webhook-id`.',
    ].join(' '),
    security: [],
    parameters: [...HEADERS],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${BODY_SCHEMA}` },
          example: {
            type,
            typeId: String(sample['id']),
            source: 'webhookSubscription',
            sourceId: 1,
            companyId: 1,
            createdAt: '2026-03-01T12:00:00.000Z',
            data: sample,
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Any status from 200 to 299 confirms the delivery, whatever the body.' },
      default: {
        description:
          'Any other status, redirects included, is a failed attempt and is retried. After the last failed attempt, the subscription is deleted.',
      },
    },
  };
}

const HEADERS: readonly ParameterObject[] = [
  header(
    'webhook-id',
    'Id of the delivery, the same on every attempt. Use it to recognise repetitions.',
    'msg_AZrFzV4XcAGkbR8D0Zr7GgAAAAc',
  ),
  header('webhook-timestamp', 'Time of this attempt, in seconds since 1970.', '1772366400'),
  header(
    'webhook-signature',
    'Signatures as in Standard Webhooks, separated by spaces. Each is `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>` with the secret of the subscription, or, with `signing: "ed25519"`, `v1a,` and the base64 of the Ed25519 signature.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header('user-agent', 'The service and its version.', `Livery/${SERVICE_VERSION}`),
  {
    ...header('livery-test', '`true` on every attempt of a test event, absent otherwise.', 'true'),
    required: false,
  },
];

function header(name: string, description: string, example: string): ParameterObject {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
