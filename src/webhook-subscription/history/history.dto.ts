import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { type Actor, actorKinds } from '../../partner/domain/actor.js';
import { after, type RecordedChange, subscriptionActions } from '../domain/subscription-history.js';

/** Who made a change. */
@ApiSchema({ name: 'Actor' })
export class ActorView implements Actor {
  @ApiProperty({
    description:
      'Who made the change: a request with an API key, a console session or a token of your identity provider; or ' +
      'the service itself, after the last retry of a delivery failed.',
    enum: actorKinds,
    example: 'apiKey',
  })
  kind: Actor['kind'];

  @ApiProperty({
    description: "Id of the API key or of the console session's key; null for others.",
    type: 'integer',
    nullable: true,
    example: 3,
  })
  id: number | null;

  @ApiProperty({
    description: 'Label of the API key, or subject of the token; null without one.',
    type: 'string',
    nullable: true,
    example: 'deploy',
  })
  name: string | null;
}

/** A change of a subscription. */
@ApiSchema({ name: 'WebhookSubscriptionHistoryEntry' })
export class SubscriptionChangeView {
  @ApiProperty({
    description: 'When the change was made.',
    type: 'string',
    format: 'date-time',
    example: '2026-02-03T04:05:06.789Z',
  })
  at: string;

  @ApiProperty({ description: 'Who made the change.', type: ActorView })
  actor: ActorView;

  @ApiProperty({ description: 'The kind of change.', enum: subscriptionActions, example: 'updated' })
  action: RecordedChange['action'];

  @ApiProperty({
    description:
      'The changed members before the change. `authData` reads `********` and is present if any credential ' +
      'changed; signing secrets never are. Null for `created`.',
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: { isActive: true },
  })
  before: object | null;

  @ApiProperty({
    description: 'The same members after the change; all of them for `created`.',
    type: 'object',
    additionalProperties: true,
    example: { isActive: false },
  })
  after: object;

  static of(change: RecordedChange): SubscriptionChangeView {
    const { at, actor, action, before } = change;
    return { at: at.toISOString(), actor, action, before, after: after(change) };
  }
}
