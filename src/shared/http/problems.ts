import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiResponse, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { titleOf } from './problem-details.js';

/** The problem of one member or parameter of the input. */
@ApiSchema({ name: 'InputProblem' })
export class InputProblemView {
  @ApiProperty({ description: 'JSON Pointer to the member in the body.', type: 'string', example: '/url' })
  pointer: string;

  @ApiProperty({ description: 'Stable, in snake_case.', type: 'string', example: 'required' })
  code: string;

  @ApiProperty({ description: 'For people.', type: 'string', example: 'Is required.' })
  message: string;

  @ApiPropertyOptional({
    description: 'Name of the query or path parameter, if that is what is wrong.',
    type: 'string',
    example: 'limit',
  })
  parameter?: string;

  @ApiPropertyOptional({ description: 'Line in the template, from 1.', type: 'integer', example: 3 })
  line?: number;

  @ApiPropertyOptional({ description: 'Column in the template, from 1.', type: 'integer', example: 14 })
  column?: number;

  @ApiPropertyOptional({
    description: 'The snippet that contains line and column; absent if it is the template itself.',
    type: 'string',
    example: 'header',
  })
  snippet?: string;

  @ApiPropertyOptional({
    description: 'The template that contains line and column, if it is not the object of the request.',
    type: 'integer',
    example: 1,
  })
  templateId?: number;
}

/** Every error answer: RFC 9457, application/problem+json. */
@ApiSchema({ name: 'Problem' })
export class ProblemView {
  @ApiProperty({ description: 'Kind of the problem.', type: 'string', example: 'about:blank' })
  type: string;

  @ApiProperty({ description: 'Name of the status.', type: 'string', example: 'Bad Request' })
  title: string;

  @ApiProperty({ description: 'The HTTP status.', type: 'integer', example: 400 })
  status: number;

  @ApiPropertyOptional({
    description: 'What happened, for people.',
    type: 'string',
    example: 'The input breaks rules; errors lists each of them.',
  })
  detail?: string;

  @ApiProperty({
    description: 'Path of the request; `*` if it could not be read.',
    type: 'string',
    example: '/partner/emailTemplate',
  })
  instance: string;

  @ApiProperty({
    description: 'A stable name for programs, in snake_case.',
    type: 'string',
    example: 'invalid_input',
  })
  code: string;

  @ApiProperty({
    description: 'Id of the request, also in `X-Request-Id` and in the log of the service.',
    type: 'string',
    example: '7c6f2d0a-58a1-4f0e-9a53-0f6f5c1b7f52',
  })
  requestId: string;

  @ApiPropertyOptional({
    description: 'Every error in the input.',
    type: () => [InputProblemView],
  })
  errors?: InputProblemView[];

  @ApiPropertyOptional({
    description: 'For a template that does not compile: warnings that you can fix at the same time.',
    type: () => [InputProblemView],
  })
  warnings?: InputProblemView[];
}

/**
 * Documents the errors of a route, or of all routes of a controller. A pair adds what the error means there and its
 * code.
 */
export function Problems(
  ...problems: readonly (number | readonly [status: number, meaning: string])[]
): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ...problems.map((problem) => {
      const [status, description] = typeof problem === 'number' ? [problem, titleOf(problem)] : problem;
      return ApiResponse({
        status,
        description,
        content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemView) } } },
      });
    }),
  );
}
