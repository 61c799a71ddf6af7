import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { UsedVariable } from '../rendering/domain/used-variable.js';

const lineDocs = { description: 'Line in the template, from 1.', type: 'integer', example: 3 } as const;
const columnDocs = { description: 'Column in the template, from 1.', type: 'integer', example: 14 } as const;

/** One place where a template uses a variable. */
@ApiSchema({ name: 'VariableUse' })
export class VariableUseView {
  @ApiProperty(lineDocs)
  line: number;

  @ApiProperty(columnDocs)
  column: number;

  @ApiProperty({
    description:
      'What for: printed escaped (`value`) or as it is (`html`), decided by (`condition`), gone through (`list`).',
    type: 'string',
    enum: ['value', 'html', 'condition', 'list'],
    example: 'value',
  })
  as: string;
}

/** A variable that a template uses. */
@ApiSchema({ name: 'UsedVariable' })
export class UsedVariableView {
  @ApiProperty({
    description:
      'From the data given to the template, whatever block it is used in; `*` stands for each element of a list.',
    type: 'string',
    example: 'document.data.name',
  })
  path: string;

  @ApiProperty({ description: 'Everywhere it is used.', type: () => [VariableUseView] })
  uses: VariableUseView[];

  static of({ path, uses }: UsedVariable): UsedVariableView {
    return { path, uses: uses.map(({ line, column, as }) => ({ line, column, as })) };
  }
}
