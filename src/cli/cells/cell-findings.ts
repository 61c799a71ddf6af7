import type { ExaminedCell } from '../../cell/cell-examination.service.js';
import { type Finding, ok, warning, wrong } from '../doctor/finding.js';

/** The findings about the cells of a deployment, in the order of CELLS_FILE. */
export function cellFindings(cells: readonly ExaminedCell[]): Finding[] {
  return cells.flatMap((cell, index) => [
    databaseOf(cell, index === 0),
    ...directoryOf(cell, cells),
    ...cell.processes.map(({ address, fault }) => processOf(cell.name, address, fault)),
  ]);
}

function databaseOf({ name, known, fault }: ExaminedCell, isHome: boolean): Finding {
  const point = `cell ${name}`;
  if (known === null)
    return wrong(
      point,
      `Its database cannot be used: ${fault}.`,
      'Check its url in CELLS_FILE, and the server.',
    );
  const own = known.find(({ isOwn }) => isOwn);
  if (own === undefined && isHome) return ok(point, 'It is the home cell, and no other has been added.');
  if (own === undefined) return warning(point, 'It is not in use.', `Add it: livery cell add --name ${name}`);
  if (own.name !== name)
    return wrong(
      point,
      `Its database is that of cell ${own.name}.`,
      'Correct the url of each cell in CELLS_FILE.',
    );
  return ok(point, `It is cell number ${own.number}.`);
}

function directoryOf({ name, known, missingIn }: ExaminedCell, cells: readonly ExaminedCell[]): Finding[] {
  if (known === null || known.length < 2) return [];
  const point = `cell ${name}`;
  const added = cells.filter((one) => one.known?.some(({ isOwn }) => isOwn) ?? false);
  const unknown = added.filter((one) => !known.some((other) => other.name === one.name));
  const findings = unknown.map((one) =>
    wrong(point, `It has no entry for cell ${one.name}.`, `Add it again: livery cell add --name ${one.name}`),
  );
  if (missingIn.length === 0) return [...findings, ok(point, 'The other cells have all of its companies.')];
  const advice =
    'Start its processes with the present CELLS_FILE: they compare directories within a minute. Until then, events of its new companies may not reach it.';
  return [...findings, wrong(point, `${missingIn.join(', ')} may lack some of its companies.`, advice)];
}

function processOf(name: string, address: string, fault: string | null): Finding {
  const point = `cell ${name}`;
  if (fault === null) return ok(point, `${address} accepts requests of other cells.`);
  return wrong(
    point,
    `${address} does not accept requests of other cells. ${fault}`,
    'Start its processes, check its addresses in CELLS_FILE, and give all cells the same INTERNAL_TOKEN.',
  );
}
