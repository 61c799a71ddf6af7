import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { OptionalNotNull } from '../shared/http/satisfies.js';
import {
  deletionRules,
  type DeletionRule,
  type DeliveryOptions,
  MAX_PER_SECOND,
  type Ordering,
  orderings,
} from './domain/delivery-options.js';
import { type SigningMethod, signingMethods } from './domain/signing.js';

const docs = {
  deleteWhen: {
    description:
      'When the service deletes the subscription. `deliveryFailed` (default): as soon as a delivery has used up ' +
      'its retries. `endpointFailed`: only if, in addition, no delivery of the subscription was answered validly ' +
      'since the first attempt of that one.',
    enum: deletionRules,
    example: 'deliveryFailed',
  },
  maxPerSecond: {
    description:
      'The most attempts per second, in bursts of at most one second; null for no limit. Deliveries beyond that ' +
      'wait without failing.',
    type: 'integer',
    nullable: true,
    minimum: 1,
    maximum: MAX_PER_SECOND,
    example: null,
  },
  ordering: {
    description:
      '`document`: the deliveries of one document (`typeId`) are attempted in the order in which their events ' +
      'were accepted, each when the one before it has ended; other documents do not wait. `none` (default): all ' +
      'are attempted at once. A change applies to events accepted from then on.',
    enum: orderings,
    example: 'none',
  },
  signing: {
    description:
      'How each POST is signed. `hmac` (default): with a secret that you share with the service, `v1` of Standard ' +
      'Webhooks. `ed25519`: with a private key that only the service has, `v1a`. After a change, the former ' +
      'secret or key keeps signing for 24 hours.',
    enum: signingMethods,
    example: 'hmac',
  },
} as const satisfies Readonly<Record<keyof DeliveryOptions, ApiPropertyOptions>>;

/** The options in a body that creates or changes a subscription. */
export class DeliveryOptionsBody {
  @ApiPropertyOptional(docs.deleteWhen)
  @OptionalNotNull()
  @IsIn(deletionRules)
  deleteWhen?: DeletionRule;

  @ApiPropertyOptional(docs.maxPerSecond)
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_PER_SECOND)
  maxPerSecond?: number | null;

  @ApiPropertyOptional(docs.ordering)
  @OptionalNotNull()
  @IsIn(orderings)
  ordering?: Ordering;

  @ApiPropertyOptional(docs.signing)
  @OptionalNotNull()
  @IsIn(signingMethods)
  signing?: SigningMethod;
}

/** The options of a subscription in the API. */
export class DeliveryOptionsView implements DeliveryOptions {
  @ApiProperty(docs.deleteWhen)
  deleteWhen: DeletionRule;

  @ApiProperty(docs.maxPerSecond)
  maxPerSecond: number | null;

  @ApiProperty(docs.ordering)
  ordering: Ordering;

  @ApiProperty(docs.signing)
  signing: SigningMethod;
}
