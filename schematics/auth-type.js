/** @import { Rule } from '@angular-devkit/schematics' */
const { applyTemplates, apply, chain, mergeWith, move, url } = require('@angular-devkit/schematics');
const { constantNameOf, fileNameOf } = require('./names');
const { changeRegistry, requireFree, withListed } = require('./registry');

const FOLDER = 'src/webhook-subscription/domain/auth';

/**
 * Adds a method by which deliveries authenticate to the partner’s server: its file, and its line in the registry.
 *
 * @param {{ name: string }} options
 * @returns {Rule}
 */
function authType({ name: typed }) {
  const name = constantNameOf(typed, 'an auth type');
  const file = `${fileNameOf(name)}-auth`;
  const constant = `${name}Auth`;
  const written = apply(url('./files/auth-type'), [
    applyTemplates({ name, file, constant, header: fileNameOf(name) }),
    move(FOLDER),
  ]);
  return chain([
    (tree) => {
      const folder = tree.getDir(FOLDER);
      const isTaken = folder.subfiles.some((one) => folder.file(one)?.content.includes(`name: '${name}'`));
      requireFree(isTaken, `an auth type ${name}`);
      requireFree(tree.exists(`${FOLDER}/${file}.ts`), `${FOLDER}/${file}.ts`);
    },
    mergeWith(written),
    (tree) =>
      changeRegistry(tree, `${FOLDER}/auth-types.ts`, (text) =>
        withListed(text, { declaration: 'authTypes', entry: constant, from: file }),
      ),
    (_tree, { logger }) =>
      logger.info(`Added the auth type ${name}. Subscriptions can use it, and the API documents list it.
Next: in ${FOLDER}/${file}.ts, declare the \`members\` of the credentials, check their values (\`problemIn\`), and
put them into \`headers\`. docs/extending.md shows an example.`),
  ]);
}

module.exports = { authType };
