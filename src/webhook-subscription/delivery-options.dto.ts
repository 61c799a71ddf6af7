import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalNotNull } from '../shared/http/satisfies.js';
import { deletionRules, type DeletionRule, type DeliveryOptions } from './domain/delivery-options.js';

const docs = {
  deleteWhen: {
    description:
      'When the service deletes the subscription: `deliveryFailed` (unless chosen otherwise) as soon as one delivery has used ' +
      'up its retries; `endpointFailed` only if no delivery of the subscription was answered validly since the first ' +
      'attempt of that one.',
    enum: deletionRules,
    example: 'deliveryFailed',
  },
} as const satisfies Readonly<Record<keyof DeliveryOptions, ApiPropertyOptions>>;

/** The options in a body that creates or changes a subscription. */
export class DeliveryOptionsBody {
  @ApiPropertyOptional(docs.deleteWhen)
  @OptionalNotNull()
  @IsIn(deletionRules)
  deleteWhen?: DeletionRule;
}

/** The options of a subscription as its partner sees them. */
export class DeliveryOptionsView implements DeliveryOptions {
  @ApiProperty(docs.deleteWhen)
  deleteWhen: DeletionRule;
}
