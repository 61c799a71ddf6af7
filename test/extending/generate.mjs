// Runs a generator of schematics/ on the project in the working folder, as the Nest CLI does, without the Nest CLI:
// node generate.mjs auth-type bearer
import { logging } from '@angular-devkit/core';
import { NodeWorkflow } from '@angular-devkit/schematics/tools/index.js';
import { lastValueFrom } from 'rxjs';

const [schematic, name] = process.argv.slice(2);
const root = process.cwd();
const workflow = new NodeWorkflow(root, { resolvePaths: [root], schemaValidation: true });
const logger = new logging.Logger('generate');
logger.subscribe(({ message }) => process.stdout.write(`${message}\n`));
try {
  await lastValueFrom(
    workflow.execute({
      collection: './schematics/collection.json',
      schematic,
      options: { name },
      logger,
    }),
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
