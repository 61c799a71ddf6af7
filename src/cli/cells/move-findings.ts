import type { ExaminedCell } from '../../cell/cell-examination.service.js';
import { type Finding, ok, warning, wrong } from '../doctor/finding.js';

const MIB = 1_048_576;

/** The findings about moves of partners between cells. */
export function moveFindings(cells: readonly ExaminedCell[]): Finding[] {
  const unfinished = cells.flatMap(({ moves }) => moves?.unfinished ?? []);
  const isMoving = (partnerId: number) => unfinished.some((move) => move.partnerId === partnerId);
  return [
    ...unfinished.map((move) => unfinishedMove(move, cells)),
    ...cells.flatMap(({ name, moves }) => [
      ...(moves?.slots ?? [])
        .filter(({ partnerId }) => !isMoving(partnerId))
        .map((slot) => leftSlot(name, slot)),
      ...(moves?.fenced ?? []).filter((partnerId) => !isMoving(partnerId)).map((id) => leftFence(name, id)),
      ...(moves === null ? [] : [readiness(name, moves)]),
    ]),
  ];
}

type Moves = NonNullable<ExaminedCell['moves']>;

function unfinishedMove(
  { partnerId, source, target, state, startedBy, changedAt }: Moves['unfinished'][number],
  cells: readonly ExaminedCell[],
): Finding {
  const slot = cells.flatMap(({ moves }) => moves?.slots ?? []).find((one) => one.partnerId === partnerId);
  const behind =
    slot === undefined
      ? ''
      : ` The server of cell ${source} keeps ${mebibytes(slot.bytesBehind)} of its write-ahead log for it${slot.isActive ? '' : ', and nothing reads it'}.`;
  const undo = state === 'switched' ? '' : `, or undo it: livery partner move ${partnerId} --undo`;
  return warning(
    `partner ${partnerId}`,
    `It is moving from cell ${source} to ${target}: ${state} since ${changedAt.toISOString()}, by ${startedBy}.${behind}`,
    `If no command is running, continue: livery partner move ${partnerId} --to ${target}${undo}`,
  );
}

function leftSlot(cell: string, { name, bytesBehind }: Moves['slots'][number]): Finding {
  return wrong(
    `cell ${cell}`,
    `Its server keeps ${mebibytes(bytesBehind)} of its write-ahead log for the slot ${name}, which belongs to no move.`,
    `Remove it there: SELECT pg_drop_replication_slot('${name}')`,
  );
}

function leftFence(cell: string, partnerId: number): Finding {
  return wrong(
    `cell ${cell}`,
    `Partner ${partnerId} has a fence there, but is not moving.`,
    'Was the home cell restored from a backup? Find out in which cell the partner has its row, and remove the row of moving_partner there.',
  );
}

function readiness(cell: string, { walLevel }: Moves): Finding {
  const point = `cell ${cell}`;
  if (walLevel === 'logical') return ok(point, 'Partners can be moved out of it.');
  return ok(
    point,
    `Partners cannot be moved out of it, because that requires wal_level = logical and its server has ${walLevel}.`,
  );
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / MIB)} MiB`;
}
