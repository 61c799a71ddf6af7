import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Satisfies } from '../shared/http/satisfies.js';
import { kindProblems, kindsIn, type StreamedKind, streamedKinds } from './domain/streamed-kind.js';

const ALL = streamedKinds.join();
const ONE = `(${streamedKinds.join('|')})`;

/** The kinds of object and the start of a requested stream. */
export class StreamQuery {
  @ApiPropertyOptional({
    description: 'The kinds to stream, separated by commas; all by default.',
    type: 'string',
    pattern: `^${ONE}(,${ONE}){0,4}$`,
    maxLength: 64,
    default: ALL,
    example: 'delivery,email',
  })
  @IsOptional()
  @Satisfies(kindProblems)
  of: string = ALL;

  get kinds(): ReadonlySet<StreamedKind> {
    return kindsIn(this.of);
  }
}
