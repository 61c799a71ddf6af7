import { Injectable } from '@nestjs/common';
import { SealedSecrets, type SecretPlace, UnreadableSecret } from '../shared/secrets/sealed-secrets.js';
import { type SealedCell, SealedColumnRepository } from './sealed-column.repository.js';
import { type SealedColumn, sealedColumns } from './sealed-columns.js';

/** The result of a rotation for one column. */
export interface RotatedColumn {
  readonly table: string;
  readonly column: string;
  /** The number of texts that the rotation sealed with the first key. */
  readonly resealed: number;
  /** The number of texts that were sealed with it already. */
  readonly current: number;
  /** Rows with a text that none of the keys opens. Add their key again, or set the secret again. */
  readonly unreadable: readonly { readonly partnerId: number; readonly row: number | string }[];
}

/**
 * Seals every stored secret with the first of SECRET_KEYS, so that the others can be removed. It can run beside the
 * service, and again after an interruption.
 */
@Injectable()
export class SecretRotation {
  constructor(
    private readonly cells: SealedColumnRepository,
    private readonly secrets: SealedSecrets,
  ) {}

  async run(): Promise<RotatedColumn[]> {
    const rotated: RotatedColumn[] = [];
    for (const column of sealedColumns) rotated.push(await this.rotate(column));
    return rotated;
  }

  private async rotate(column: SealedColumn): Promise<RotatedColumn> {
    let resealed = 0;
    let current = 0;
    const unreadable: { partnerId: number; row: number | string }[] = [];
    for await (const cell of this.cells.all(column)) {
      if (!this.secrets.isOutdated(cell.sealed)) {
        current += 1;
        continue;
      }
      const sealed = this.sealAnew(cell, column);
      if (sealed === null) unreadable.push({ partnerId: cell.partnerId, row: cell.row });
      // If the service has replaced the text in the meantime, it has used its own first key.
      else if (await this.cells.replace(column, cell, sealed)) resealed += 1;
    }
    return { table: column.table, column: column.column, resealed, current, unreadable };
  }

  private sealAnew({ partnerId, row, sealed }: SealedCell, { table, column }: SealedColumn): string | null {
    const place: SecretPlace = { table, row, column, partnerId };
    try {
      return this.secrets.seal(this.secrets.open(sealed, place), place);
    } catch (error) {
      if (error instanceof UnreadableSecret) return null;
      throw error;
    }
  }
}
