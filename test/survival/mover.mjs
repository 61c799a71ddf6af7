import { PartnerMoveService } from '../../dist/src/cell/move/partner-move.service.js';
import { Settings } from '../../dist/src/shared/settings.js';

// Does the same as `livery partner move <id> --to <cell>`, without the other commands, which take seconds to load.
const [id, cell] = process.argv.slice(2);
const { cells } = new Settings(process.env);
const moves = new PartnerMoveService(cells, 'a test', (line) => process.stdout.write(`${line}\n`));
const { pausedMs } = await moves.move(Number(id), cell);
process.stdout.write(`paused for ${pausedMs} ms\n`);
