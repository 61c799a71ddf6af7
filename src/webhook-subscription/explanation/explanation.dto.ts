import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ConditionResultView } from '../condition-result.dto.js';
import { type Reason, reasons } from '../domain/explanation.js';
import type { AsOf } from '../domain/state-then.js';
import type { ExplainedSubscription } from './explanation.service.js';

/** Whether an event triggered a subscription, and why not. */
@ApiSchema({ name: 'Explanation' })
export class ExplanationView {
  @ApiProperty({ description: 'The subscription, deleted or not.', type: 'integer', example: 7 })
  subscriptionId: number;

  @ApiProperty({ description: 'Whether the event triggered it.', type: 'boolean', example: false })
  fired: boolean;

  @ApiProperty({
    description:
      'The delivery of the event to this subscription; null if there is none. A subscription that did not fire ' +
      'has one if the event was recovered later.',
    type: 'string',
    nullable: true,
    example: null,
  })
  deliveryId: string | null;

  @ApiProperty({
    description:
      '`then`: judged by the subscription as it was when the event was accepted. `now`: as it is now, because its ' +
      'former state is no longer known.',
    enum: ['then', 'now'],
    example: 'then',
  })
  asOf: AsOf;

  @ApiProperty({
    description:
      'Why it did not fire; null if it did, or with `asOf: "now"` if it would now. `company_not_attached` occurs ' +
      'only with `asOf: "now"`, because an event is listed only if its company was attached when it was accepted.',
    enum: [...reasons, null],
    nullable: true,
    example: 'conditions',
  })
  reason: Reason | null;

  @ApiProperty({
    description: 'The conditions that are not met, with the values found; empty for other reasons.',
    type: [ConditionResultView],
  })
  conditions: readonly ConditionResultView[];

  static of({
    subscriptionId,
    fired,
    deliveryId,
    asOf,
    reason,
    failing,
  }: ExplainedSubscription): ExplanationView {
    const conditions = failing.map((result) => ConditionResultView.of(result));
    return { subscriptionId, fired, deliveryId, asOf, reason, conditions };
  }
}
