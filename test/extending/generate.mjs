// Runs generators of schematics/ on the project in the working folder, one after the other, like the Nest CLI but
// without it: `node generate.mjs auth-type bearer email-kind reminder`. Prints the results as JSON.
import { logging } from '@angular-devkit/core';
import { NodeWorkflow } from '@angular-devkit/schematics/tools/index.js';
import { lastValueFrom } from 'rxjs';

const root = process.cwd();

async function generate(schematic, name) {
  const workflow = new NodeWorkflow(root, { resolvePaths: [root], schemaValidation: true });
  const logger = new logging.Logger('generate');
  const lines = [];
  logger.subscribe(({ message }) => lines.push(message));
  try {
    await lastValueFrom(
      workflow.execute({
        collection: './schematics/collection.json',
        schematic,
        options: { name },
        logger,
      }),
    );
    return { status: 0, output: lines.join('\n') };
  } catch (error) {
    return { status: 1, output: [...lines, error.message].join('\n') };
  }
}

const words = process.argv.slice(2);
const ended = [];
for (let at = 0; at < words.length; at += 2) ended.push(await generate(words[at], words[at + 1]));
process.stdout.write(JSON.stringify(ended));
