import { Injectable } from '@nestjs/common';
import { SealedSecrets, UnreadableSecret } from '../shared/secrets/sealed-secrets.js';
import { SealedColumnRepository } from './sealed-column.repository.js';
import { type SealedColumn, sealedColumns } from './sealed-columns.js';

/** The result for one column. */
export interface CheckedColumn {
  readonly table: string;
  readonly column: string;
  /** The number of texts that each key opens, by its id. */
  readonly opened: Readonly<Record<string, number>>;
  /** The number of these that were sealed with another key than the first. */
  readonly outdated: number;
  /** Rows with a text that none of the keys opens. */
  readonly unreadable: readonly { readonly partnerId: number; readonly row: number | string }[];
}

/** Opens every stored secret, and changes none. */
@Injectable()
export class SecretCheck {
  constructor(
    private readonly cells: SealedColumnRepository,
    private readonly secrets: SealedSecrets,
  ) {}

  async run(): Promise<CheckedColumn[]> {
    const checked: CheckedColumn[] = [];
    for (const column of sealedColumns) checked.push(await this.check(column));
    return checked;
  }

  private async check(place: SealedColumn): Promise<CheckedColumn> {
    const { table, column } = place;
    const opened: Record<string, number> = {};
    let outdated = 0;
    const unreadable: { partnerId: number; row: number | string }[] = [];
    for await (const { partnerId, row, sealed } of this.cells.all(place)) {
      try {
        this.secrets.open(sealed, { table, row, column, partnerId });
      } catch (error) {
        if (!(error instanceof UnreadableSecret)) throw error;
        unreadable.push({ partnerId, row });
        continue;
      }
      const key = this.secrets.keyIdOf(sealed);
      opened[key] = (opened[key] ?? 0) + 1;
      if (this.secrets.isOutdated(sealed)) outdated += 1;
    }
    return { table, column, opened, outdated, unreadable };
  }
}
