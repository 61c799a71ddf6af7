import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ConditionResult } from './domain/conditions/conditions.js';

/** The result of one condition. */
@ApiSchema({ name: 'ConditionResult' })
export class ConditionResultView {
  @ApiProperty({ description: 'The key of the condition.', type: 'string', example: 'status' })
  path: string;

  @ApiProperty({
    description: 'The expected value: any JSON value.',
    oneOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: {} },
      { type: 'object', additionalProperties: true },
    ],
    nullable: true,
    example: 'accepted',
  })
  expected: unknown;

  @ApiProperty({
    description: 'The values found, in the order of the document; empty if the path is missing.',
    type: 'array',
    items: {},
    example: ['denied'],
  })
  found: readonly unknown[];

  @ApiProperty({
    description: 'Whether more was found than is shown (over 20 values, or over about 16 KiB).',
    type: 'boolean',
    example: false,
  })
  truncated: boolean;

  @ApiProperty({ description: 'Whether the condition is met.', type: 'boolean', example: false })
  matches: boolean;

  static of({ path, expected, found, truncated, matches }: ConditionResult): ConditionResultView {
    return { path, expected, found, truncated, matches };
  }
}
